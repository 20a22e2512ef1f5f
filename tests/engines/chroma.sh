#!/bin/bash
# A Chroma server for tests, from npm. Its binary wants a C library that is newer than Debian 12's; where the machine's
# is older, that of the next Debian is unpacked beside it, from where apt gets its packages.
#
#   tests/engines/chroma.sh start FOLDER [PORT]  with its data in FOLDER, on PORT or a free one of the loopback;
#                                                the last line is 127.0.0.1:PORT
#   tests/engines/chroma.sh stop FOLDER          kill -9: asked politely it stops listening and lives on
#
# What is fetched stays in $ENGINES_CACHE (else /var/tmp/knowledge-hub-engines-UID): 250 MB, a minute once.
set -eu
suite=trixie
command=$1
folder=$(mkdir -p "$2" && cd "$2" && pwd)
cache=${ENGINES_CACHE:-/var/tmp/knowledge-hub-engines-$(id -u)}/chroma

old_libc() { [ "$(printf '%s\n' 2.39 "$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -V | head -1)" != 2.39 ]; }

libc() {
  archive=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(ORIGIN)' 'Created-By: Packages' |
    awk '$3 == "Debian" && $2 !~ /-/ {print $1; exit}')
  [ -n "$archive" ] || { echo "apt knows no archive of Debian" >&2; exit 3; }
  mkdir -p apt/{lists,cache/archives}/partial
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive $suite main" >apt/list
  : >apt/status
  echo "Dir::Etc::sourcelist \"$PWD/apt/list\"; Dir::Etc::sourceparts \"-\"; Dir::State::lists \"$PWD/apt/lists\";
    Dir::State::status \"$PWD/apt/status\"; Dir::Cache \"$PWD/apt/cache\"; Acquire::Languages \"none\";
    Acquire::Check-Valid-Until \"false\"; APT::Sandbox::User \"root\";" >apt/conf
  export APT_CONFIG=$PWD/apt/conf
  apt-get update -qq >&2
  (cd apt && apt-get download -qq libc6 libgcc-s1 libstdc++6 >&2)
  for package in apt/*.deb; do dpkg -x "$package" libc; done
  rm -rf apt
}

build() {
  command -v npm >/dev/null || { echo "there is no npm on this machine (apt-get install npm)" >&2; exit 3; }
  new=$cache.$$
  trap 'rm -rf "$new"' EXIT
  mkdir -p "$new"
  cd "$new"
  npm install --no-fund --no-audit --loglevel=error --prefix . chromadb@3.5.0 node@22.20.0 >&2
  if old_libc; then libc; fi
  cd /
  rm -rf "$cache"
  mv "$new" "$cache"
}

case $command in
  start)
    if [ -f "$folder/pid" ] && kill -0 "$(cat "$folder/pid")" 2>/dev/null; then
      echo "a Chroma server runs in $folder already" >&2
      exit 1
    fi
    if [ ! -d "$cache" ]; then
      mkdir -p "$(dirname "$cache")"
      (flock 9 && { [ -d "$cache" ] || build; }) 9>"$cache.lock"
    fi
    port=${3:-$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')}
    run=("$cache/node_modules/node/bin/node" "$cache/node_modules/chromadb/dist/cli.mjs")
    if [ -d "$cache/libc" ]; then
      libraries=$(echo "$cache"/libc/usr/lib/*-linux-gnu)
      run=("$libraries"/ld-linux-*.so.* --library-path "$libraries" "${run[@]}")
    fi
    # No process of the server may hold this script's standard output open.
    cd "$folder"
    exec 9>&-
    setsid "${run[@]}" run --path "$folder/db" --host 127.0.0.1 --port "$port" </dev/null >log 2>&1 &
    echo $! >pid
    for _ in $(seq 300); do
      if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo "127.0.0.1:$port"; exit 0; fi
      kill -0 "$(cat pid)" 2>/dev/null || break
      sleep 0.1
    done
    echo "Chroma did not start: $(tail -3 log)" >&2
    exit 1
    ;;
  stop)
    if [ -f "$folder/pid" ]; then kill -9 "$(cat "$folder/pid")" 2>/dev/null || true; rm -f "$folder/pid"; fi
    ;;
  *)
    echo "start or stop, not $command" >&2
    exit 2
    ;;
esac
