#!/bin/bash
# OpenSearch with vectors from the jars of the Maven repository, for tests: no package, no container.
#
#   tests/engines/opensearch.sh start FOLDER [NODES]   starts 1 or 3 nodes on free ports of the loopback; the last line is
#                                                      their addresses, one blank between; FOLDER/N/pid is node N's process
#   tests/engines/opensearch.sh again FOLDER N         starts node N again after its end
#   tests/engines/opensearch.sh stop FOLDER            kills them; what FOLDER holds is the caller's
#
# The jars stay in $ENGINES_CACHE (else /var/tmp/knowledge-hub-engines-UID): 70 MB. $OPENSEARCH_HEAP is each one's heap, $OPENSEARCH_JAVA
# replaces -XX:TieredStopAtLevel=1, which is dear when much is asked.
set -eu
version=3.5.0
here=$(cd "$(dirname "$0")" && pwd)
command=$1
folder=$(mkdir -p "$2" && cd "$2" && pwd)
cache=${ENGINES_CACHE:-/var/tmp/knowledge-hub-engines-$(id -u)}/opensearch-$version
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

build() {
  new=$cache.$$
  trap 'rm -rf "$new"' EXIT
  mkdir -p "$new/lib" "$new/knn" "$new/classes"
  mvn -q -B -f "$here/opensearch/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$new/lib" >&2
  mvn -q -B dependency:copy "-Dartifact=org.opensearch.plugin:opensearch-knn:$version.0:zip" "-DoutputDirectory=$new" >&2
  (cd "$new/knn" && "${java}c" -version >/dev/null && "${java%java}jar" xf ../opensearch-knn-*.zip)
  "${java}c" -proc:none -nowarn -cp "$new/lib/*:$new/knn/*" -d "$new/classes" $(find "$here/opensearch" -name '*.java') >&2
  rm -rf "$cache"
  mv "$new" "$cache"
}

port() {
  python3 -c 'import socket,sys
s = [socket.socket() for _ in range(int(sys.argv[1]))]
for x in s: x.bind(("127.0.0.1", 0))
print(*[x.getsockname()[1] for x in s])' "$1"
}

# Standard output is the caller's: no node may hold it open.
launch() {
  home=$folder/$1
  rm -f "$home/address"
  (cd "$home" && exec setsid "$java" "-Xmx${OPENSEARCH_HEAP:-400m}" -XX:+UseSerialGC ${OPENSEARCH_JAVA:--XX:TieredStopAtLevel=1} \
    --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -Dlog4j2.disable.jmx=true -Dopensearch.networkaddress.cache.ttl=60 -Djava.io.tmpdir="$home" \
    -cp "$cache/classes:$cache/lib/*:$cache/knn/*" OpenSearchNode "$home" $(cat "$home/settings") \
    </dev/null >"$home/log" 2>&1) &
  echo $! >"$home/pid"
}

await() {
  for _ in $(seq 600); do
    [ -f "$folder/$1/address" ] && return
    kill -0 "$(cat "$folder/$1/pid")" 2>/dev/null || { tail -20 "$folder/$1/log" >&2; exit 3; }
    sleep 0.2
  done
  echo "node $1 did not answer within 120 s; see $folder/$1/log" >&2
  exit 3
}

case $command in
  start)
    nodes=${3:-1}
    if [ ! -d "$cache" ]; then
      mkdir -p "$(dirname "$cache")"
      (flock 9 && { [ -d "$cache" ] || build; }) 9>"$cache.lock"
    fi
    read -ra ports <<<"$(port $((2 * nodes)))"
    seeds=$(for ((n = 0; n < nodes; n++)); do echo "127.0.0.1:${ports[n]}"; done | paste -sd,)
    names=$(seq "$nodes" | sed s/^/n/ | paste -sd,)
    for ((n = 1; n <= nodes; n++)); do
      mkdir -p "$folder/$n"
      echo "cluster.name=test node.name=n$n network.host=127.0.0.1 transport.port=${ports[n - 1]}" \
        "http.port=${ports[nodes + n - 1]} discovery.seed_hosts=$seeds cluster.initial_cluster_manager_nodes=$names" \
        "transport.type=netty4 http.type=netty4 cluster.routing.allocation.disk.threshold_enabled=false" \
        >"$folder/$n/settings"
      launch "$n"
    done
    for ((n = 1; n <= nodes; n++)); do await "$n"; done
    echo $(for ((n = 1; n <= nodes; n++)); do cat "$folder/$n/address"; echo; done)
    ;;
  again)
    launch "$3"
    await "$3"
    cat "$folder/$3/address"
    ;;
  stop)
    for pid in "$folder"/*/pid; do kill -9 "$(cat "$pid")" 2>/dev/null || true; done
    ;;
  *)
    echo "start, again or stop, not $command" >&2
    exit 2
    ;;
esac
