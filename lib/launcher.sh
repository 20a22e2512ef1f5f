# The launcher's second half (../jbang reads it): what is still to be fetched, and the cache of loaded classes.

# ---- Libraries still to be fetched ----

advice="Is Maven Central reachable? A proxy or mirror is named in ~/.m2/settings.xml.
[launcher] What was fetched is kept: run the same command again."

# Sets needed to the "bytes path" lines of the script's libraries: its own, and those of the manifests it names.
list_needed() {
  needed='' tab=$(printf '\t') owners=$(sed -n 's|^//SOURCES ||p' "$script" | sed 's|\.\./||g')
  [ -f "$root/lib/downloads.tsv" ] || return 0
  set -f
  while IFS=$tab read -r owner bytes path; do
    for name in ${script#"$root"/} $owners; do
      case $owner in $name) needed="$needed$bytes $path
"; break ;; esac
    done
  done <"$root/lib/downloads.tsv"
  set +f
}

# Sets left to the number of libraries that are not here, first to one of them, bytes_left to what is yet to come.
survey() {
  left=0 first='' bytes_left=0
  set --
  while read -r bytes path; do
    [ -n "$path" ] && [ ! -f "$libraries/$path" ] || continue
    left=$((left + 1)) first=${first:-$path} bytes_left=$((bytes_left + bytes))
    for part in "$libraries/$path".*tmp; do [ ! -f "$part" ] || set -- "$@" "$part"; done
  done <<END
$needed
END
  [ $# -eq 0 ] || bytes_left=$((bytes_left - $(wc -c "$@" 2>/dev/null | awk '{ sum = $1 } END { print sum + 0 }')))
}

# Says every 10 s (on a terminal: every second) how far process $1 has come with fetching.
watch() {
  all=$bytes_left count=$left seconds=0
  while [ $left -gt 0 ] && kill -0 "$1" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    survey
    text="$(((all - bytes_left) / 1000000)) of $((all / 1000000)) MB, $left of $count libraries left"
    if [ -t 2 ]; then printf '\r[launcher] %s\033[K' "$text" >&2; elif [ $((seconds % 10)) -eq 0 ]; then say "$text"; fi
  done
  [ ! -t 2 ] || echo >&2
}

# ---- The cache of loaded classes ----

# Passes lines on as a person would type them, so that each finds what the one before has done.
slowly() { while IFS= read -r line; do printf '%s\n' "$line"; sleep 2; done; }

# Makes that cache once, from a run that the script's line "//TRAIN arguments" describes (and "//TRAIN_INPUT file"), on
# examples and a folder of its own: in the background, but for "build", which waits. The JVM does without when it is
# missing or does not fit. What fails leaves its folder with its log, so that it is not tried again at every start. A run
# that is stopped also ends with a cache, of the little that it had loaded: it is not kept, and made anew at the next start.
train() {
  arguments=$(sed -n 's|^//TRAIN ||p' "$script")
  [ -n "$arguments" ] && [ "${JBANG_AOT:-}" != off ] && [ ! -f "$classes" ] && mkdir "$classes.d" 2>/dev/null || return 0
  (
    trap '' HUP
    trap : TERM # sent to the whole group: the run ends by it, and what it leaves is cleared away
    exec </dev/null >"$classes.d/log" 2>&1 9>&-
    unset RAG_CONFIG RAG_DATA
    set --
    . "$kept" # the command without the arguments of this run
    # Copies, since in a working tree of Git they would load what others do without.
    ended=0 data=$classes.d/data documents=$classes.d/documents settings=$root/config/settings.yaml.example java=$1
    [ ! -d "$root/examples/documents" ] || cp -R "$root/examples/documents" "$documents"
    shift
    input=$(sed -n 's|^//TRAIN_INPUT ||p' "$script")
    if [ -n "$input" ]; then slowly <"$root/$input"; fi |
      eval "nice -n 19 \"\$java\" -XX:AOTCacheOutput=\"\$classes.d/aot\" \"\$@\" $arguments" || ended=$?
    rm -rf "$data" "$documents"
    case $ended in
      0) mv "$classes.d/aot" "$classes" && rm -rf "$classes.d" ;;
      130 | 143) rm -rf "$classes.d" ;; # SIGINT, SIGTERM
      *) rm -f "$classes.d/aot" ;;
    esac
  ) &
  ! $build_only || wait $! || :
}
