#!/bin/bash
# tests/mpi/files.sh BUILD_DIR - files: of one rank, between ranks, and standard input.
# What is to be verified also runs under MPICH, with real files; the real ones must stay as
# they are when mazurka runs the program.
# shellcheck disable=SC2086 # $run and $how are lists of words
set -u
cd "$(dirname "$0")" || exit 2
build=$(cd ../.. && cd "${1:-build}" && pwd) || exit 2
[ $# = 0 ] || shift
passed=0 failed=0 work=$(mktemp -d)
. ./expect.bash
trap 'rm -rf "$work"' EXIT

count() { # condition what
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $2"
        [ -z "${3:-}" ] || head -n 6 "$3" | sed 's/^/    | /'
    fi
}

prepare() {
    rm -rf "$work/dir"
    mkdir -p "$work/dir/sub"
    printf 'hello\nworld\n' >"$work/dir/input.txt"
    ln -s input.txt "$work/dir/link"
    ln "$work/dir/input.txt" "$work/dir/hard"
    mkfifo "$work/dir/fifo"
}

look() { (cd "$work/dir" && ls -lAR --time-style=full-iso && cat input.txt) | grep -v '\.mzt$\|^total'; }

mpich() { # ranks program case
    command -v mpiexec >/dev/null || return 0
    prepare
    (cd "$work/dir" && timeout 60 mpiexec -n "$1" "$2" "$3" </dev/null) >"$work/mpich" 2>&1
    count $? "$3 under MPICH" "$work/mpich"
}

checked() { # ranks program case verdict text
    local code want before
    prepare
    before=$(look)
    (cd "$work/dir" && timeout 60 "$build/mazurka" run -n "$1" "$2" "$3" </dev/null) >"$work/report" 2>&1
    code=$?
    case $4 in verified) want=0 ;; unsupported) want=4 ;; *) want=1 ;; esac
    [ $code = $want ] && { [ $want != 1 ] || grep -qF "error[$4]" "$work/report"; } &&
        grep -qF -- "$5" "$work/report"
    count $? "$3: exit $code, but wanted $4: $5" "$work/report"
    [ "$before" = "$(look)" ]
    count $? "$3: the real files were changed"
}

for source in files_alone files_shared files_setup files_stdin; do
    mpicc -g -w -o "$work/$source" $source.c || { echo "0 passed, 1 failed"; exit 1; }
done
mpicc -g -w -DPREINIT -o "$work/files_preinit" files_setup.c &&
    mpicc -g -w -shared -fPIC -DMAIN=0 -o "$work/libsetup.so" files_setup.c &&
    mpicc -g -w -DCONSTRUCTOR=0 -o "$work/files_library" files_setup.c -L"$work" -lsetup -Wl,-rpath,"$work" &&
    mkdir "$work/plugins" &&
    mpicc -g -w -shared -fPIC -DPLUGIN -o "$work/plugins/libplugin.so" files_plugin.c &&
    mpicc -g -w -o "$work/files_plugin" files_plugin.c -Wl,--enable-new-dtags,-rpath,"$work/plugins" &&
    mpicc -g -w -o "$work/files_resolver" files_resolver.c &&
    mpicc -g -w -DWRITES -o "$work/files_resolver_writes" files_resolver.c ||
    { echo "0 passed, 1 failed"; exit 1; }
wanted() { [ $# = 1 ] || [[ " ${*:2} " == *" $1 "* ]]; }
while read -r name; do
    wanted "$name" "$@" || continue
    mpich 1 "$work/files_alone" "$name"
    checked 1 "$work/files_alone" "$name" verified ""
done < <(sed -n 's,^/\* case: \(.*\) \*/$,\1,p' files_alone.c)
while read -r name ranks verdict text; do
    wanted "$name" "$@" || continue
    [ "$verdict" != verified ] || mpich "$ranks" "$work/files_shared" "$name"
    checked "$ranks" "$work/files_shared" "$name" "$verdict" "$text"
done < <(sed -n 's,^/\* \([a-z-]*\)\, \([0-9]\) => \([a-z-]*\):* *\(.*\) \*/$,\1 \2 \3 \4,p' files_shared.c)
[ $# = 0 ] || { echo "$passed passed, $failed failed"; exit; }

# Before main: nothing may reach the disk.
prepare
before=$(look)
cd "$work/dir" || exit 2
run="$build/mazurka run" # two words
expect "constructor reads" 0 "the file input.txt" $run -n 2 "$work/files_setup"
for program in files_setup files_preinit files_library; do
    for what in write remove directory stdout; do
        FILES_SETUP=$what expect "$program: $what" 4 "before its actors start" $run -n 2 "$work/$program"
    done
done
expect "library reads" 0 "the file input.txt" $run -n 2 "$work/files_library"
expect "resolver reads" 0 "verified" $run -n 2 "$work/files_resolver"
expect "resolver writes" 4 "it changes files while it is loaded" $run -n 2 "$work/files_resolver_writes"
[ "$before" = "$(look)" ]; count $? "a constructor changed files"

# The same when images are dropped, with several processes, in one execution, and by
# another algorithm.
for how in "--images root" "--images every" "-j 2" "-a odpor --buffering infinite" "--executions 1"; do
    case $how in *executions*) code=3 ;; *) code=0 ;; esac
    expect "every-order $how" $code "" $run -n 3 $how "$work/files_shared" every-order </dev/null
    expect "checkpoints $how" $code "" $run -n 2 $how "$work/files_shared" checkpoints </dev/null
    expect "some-order $how" "${code/0/1}" "" $run -n 3 $how "$work/files_shared" some-order </dev/null
done

# Standard input: the first rank's.
expect "stdin from a file" 0 "this standard input .12 bytes" $run -n 2 "$work/files_stdin" lines <input.txt
expect "stdin from a pipe" 0 "this standard input .12 bytes" $run -n 2 "$work/files_stdin" lines < <(cat input.txt)
expect "stdin is wrong" 1 "error.assertion" $run -n 2 "$work/files_stdin" lines < <(echo hallo)
expect "stdin is empty" 0 "this standard input .0 bytes" $run -n 2 "$work/files_stdin" empty </dev/null
# shellcheck disable=SC2016 # the inner shell's
expect "stdin is closed" 0 "this standard input .0 bytes" bash -c 'exec "$0" "$@" <&-' $run -n 2 "$work/files_stdin" empty
expect "stdin is not read" 0 "holds for: 2 ranks" $run -n 2 "$work/files_stdin" none < <(sleep 30)
[ -z "$($run -n 2 "$work/files_stdin" none </dev/null | grep 'standard input')" ]
count $? "stdin that is not read is named"
expect "stdin is too long" 2 "longer than 64 MiB" $run -n 2 "$work/files_stdin" empty </dev/zero
expect "a replay gets the same" 1 "error.assertion" "$build/mazurka" replay files_stdin-1.mzt < <(echo hallo)
expect "a library is found by its caller" 0 "libplugin.so loaded at the start" $run -n 2 "$work/files_plugin"
expect "a library is opened again" 4 "opens libplugin.so again after dlclose.*leave it open" $run -n 2 "$work/files_plugin" again
expect "who makes a directory" 0 verified $run -n 3 "$work/files_shared" all-mkdir </dev/null
expect "what was read is named" 0 "the file input.txt" $run -n 3 "$work/files_shared" overwrite-elsewhere </dev/null
echo "$passed passed, $failed failed"
[ $failed = 0 ]
