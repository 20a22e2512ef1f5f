#!/bin/bash
# A private PostgreSQL with pgvector, for tests. The server is the machine's own (15 or newer, copied, so that nothing
# of it is changed); pgvector is built from a newer Debian's source package, from where apt gets its packages.
#
#   tests/engines/postgres.sh start FOLDER        makes it below FOLDER where it is not there, starts it on a free port
#                                                 of the loopback, the same one each time; the last line is 127.0.0.1:PORT (user postgres)
#   tests/engines/postgres.sh stop FOLDER [MODE]  MODE as pg_ctl has it: fast, or immediate, which is a crash
#
# What is built stays in $ENGINES_CACHE (else /var/tmp/knowledge-hub-engines-UID): 60 MB, a minute once. PostgreSQL
# refuses root: for root it runs as nobody, for whom both folders have to be reachable.
set -eu
suite=trixie
command=$1
folder=$(mkdir -p "$2" && cd "$2" && pwd)
cache=${ENGINES_CACHE:-/var/tmp/knowledge-hub-engines-$(id -u)}/postgres

build() {
  installed=$(ls -d /usr/lib/postgresql/*/bin/postgres 2>/dev/null | sort -V | tail -1)
  [ -n "$installed" ] || { echo "there is no PostgreSQL on this machine (apt-get install postgresql)" >&2; exit 3; }
  version=$(echo "$installed" | cut -d/ -f5)
  [ "$version" -ge 15 ] || { echo "PostgreSQL $version is older than 15" >&2; exit 3; }
  archive=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(ORIGIN)' 'Created-By: Packages' |
    awk '$3 == "Debian" && $2 !~ /-/ {print $1; exit}')
  [ -n "$archive" ] || { echo "apt knows no archive of Debian" >&2; exit 3; }
  new=$cache.$$
  trap 'rm -rf "$new"' EXIT
  mkdir -p "$new"/{etc,lists/partial,cache/archives/partial,root/usr/lib/postgresql,root/usr/share/postgresql,source}
  cd "$new"
  apt-get download -qq "postgresql-server-dev-$version" >&2
  dpkg -x postgresql-server-dev-*.deb root
  cp -a "/usr/lib/postgresql/$version" root/usr/lib/postgresql/
  cp -a "/usr/share/postgresql/$version" root/usr/share/postgresql/
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive $suite main" >etc/list
  echo "Dir::Etc::sourcelist \"$new/etc/list\"; Dir::Etc::sourceparts \"-\"; Dir::State::lists \"$new/lists\";
    Dir::Cache \"$new/cache\"; Acquire::Languages \"none\"; Acquire::Check-Valid-Until \"false\";
    APT::Sandbox::User \"root\";" >etc/conf
  export APT_CONFIG=$new/etc/conf
  apt-get update -qq >&2
  (cd source && apt-get source -qq --download-only pgvector >&2 && tar xzf pgvector_*.orig.tar.gz --strip-components=1)
  # The server looks for its folders from where its program lies, so the copy finds pgvector in the copy.
  make -C source -j2 -s OPTFLAGS= with_llvm=no "PG_CONFIG=$new/root/usr/lib/postgresql/$version/bin/pg_config" install >&2
  mkdir -p "$(dirname "$cache")"
  rm -rf "$cache"
  mv root "$cache"
}

bin() { ls -d "$cache"/usr/lib/postgresql/*/bin; }

as_user() {
  if [ "$(id -u)" = 0 ]; then (cd / && exec setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"); else "$@"; fi
}

case $command in
  start)
    if [ ! -d "$cache" ]; then
      mkdir -p "$(dirname "$cache")"
      (flock 9 && { [ -d "$cache" ] || build; }) 9>"$cache.lock"
    fi
    if [ ! -d "$folder/db" ]; then
      [ "$(id -u)" != 0 ] || chown nobody:nogroup "$folder"
      as_user "$(bin)/initdb" -D "$folder/db" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >&2
    fi
    if [ ! -f "$folder/port" ]; then
      python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' >"$folder/port"
    fi
    port=$(cat "$folder/port")
    # No process of the server may hold this script's standard output open.
    as_user "$(bin)/pg_ctl" -D "$folder/db" -l "$folder/log" -w -t 30 start \
      -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= ${POSTGRES_OPTIONS:-}" </dev/null >&2
    echo "127.0.0.1:$port"
    ;;
  stop)
    as_user "$(bin)/pg_ctl" -D "$folder/db" -w -m "${3:-fast}" stop >&2
    ;;
  *)
    echo "start or stop, not $command" >&2
    exit 2
    ;;
esac
