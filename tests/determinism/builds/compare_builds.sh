#!/bin/sh
# Builds one program several ways, runs each build and fails unless all print the same text.
#
#   compare_builds.sh --work DIR [--program FILE] [--builds "g++ -O0;clang++ -O3"] [--include DIR]... [--flag FLAG]... SOURCE...
#
# --program is a build that exists already; its text is the first to compare with.
# Without --builds: g++ and clang++ at -O0 .. -O3, with and without -march=native.
# A compiler that is not installed is skipped with a message; none at all is a failure.
set -u

work=
program=
builds=
for cxx in g++ clang++; do
  for march in "" " -march=native"; do
    for level in -O0 -O1 -O2 -O3; do builds="$builds$cxx $level$march;"; done
  done
done
newline='
'
flags="-std=c++20$newline-ffp-contract=off$newline-fno-math-errno"
sources=

fail() {
  echo "compare_builds: $*" >&2
  exit 1
}

# Words are kept apart by newlines so that paths may contain spaces.
while [ $# -gt 0 ]; do
  case $1 in
    --work | --program | --builds | --include | --flag) [ $# -ge 2 ] || fail "$1 needs a value" ;;
  esac
  case $1 in
    --work) work=$2; shift 2 ;;
    --program) program=$2; shift 2 ;;
    --builds) builds=$2; shift 2 ;;
    --include) flags="$flags$newline-I$2"; shift 2 ;;
    --flag) flags="$flags$newline$2"; shift 2 ;;
    -*) fail "unknown option $1" ;;
    *) sources="$sources$1$newline"; shift ;;
  esac
done
[ -n "$work" ] || fail "--work is missing"
[ -n "$sources" ] || fail "no source files"
mkdir -p "$work" || fail "cannot create $work"
launcher=$(command -v ccache || true)

# build NAME COMPILER OPTION...: compiles every source by itself, so that a compiler cache can help, and links.
build() {
  name=$1
  shift
  objects=
  number=0
  IFS=$newline
  set -f
  for source in $sources; do
    number=$((number + 1))
    # shellcheck disable=SC2086  # split on newlines is wanted
    ${launcher:+"$launcher"} "$@" $flags -c "$source" -o "$work/$name-$number.o" || return 1
    objects="$objects$work/$name-$number.o$newline"
  done
  # shellcheck disable=SC2086
  "$1" $objects -o "$work/$name" -lpthread
}

count=0
different=0
first=
if [ -n "$program" ]; then
  first=program
  "$program" >"$work/program.txt" || fail "$program does not run"
  count=1
fi
rest=$builds
while [ -n "$rest" ]; do
  one=${rest%%;*}
  case $rest in *\;*) rest=${rest#*;} ;; *) rest= ;; esac
  [ -n "$one" ] || continue
  if ! command -v "${one%% *}" >/dev/null 2>&1; then
    echo "skipped: ${one%% *} is not installed"
    continue
  fi
  name=$(printf '%s' "$one" | tr -d ' ')
  # shellcheck disable=SC2086  # a compiler and its options
  (build "$name" $one) || fail "$one does not compile"
  "$work/$name" >"$work/$name.txt" || fail "$one does not run"
  [ -s "$work/$name.txt" ] || fail "$one prints nothing"
  count=$((count + 1))
  if [ -z "$first" ]; then
    first=$name
    head -n 40 "$work/$name.txt"
  elif ! cmp -s "$work/$first.txt" "$work/$name.txt"; then
    different=$((different + 1))
    echo "DIFFERENT: $name from $first"
    diff "$work/$first.txt" "$work/$name.txt" | head -n 20
  fi
done

[ "$count" -gt 0 ] || fail "none of these builds is possible here: $builds"
[ "$different" -eq 0 ] || fail "$different of $count builds differ from $first"
echo "same: $count builds"
