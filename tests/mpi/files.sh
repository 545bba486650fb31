#!/bin/bash
# tests/mpi/files.sh BUILD_DIR [PATTERN...] - files: of one rank, between ranks, and standard input.
# What is to be verified also runs under MPICH, with real files; the real ones must stay as
# they are when mazurka runs the program.
# shellcheck disable=SC2086 # $run and $how are lists of words
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
programs "${@:2}" -- tests/mpi/files_*.c
[ $# -lt 2 ] || finish
cd tests/mpi || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler="$tool cc"
find_mpich
[ -z "$mpicc" ] || compiler=$mpicc
for source in files_order files_names files_setup files_stdin; do
    $compiler -g -w -o "$work/$source" $source.c || exit 1
done
$compiler -g -w -DPREINIT -o "$work/files_preinit" files_setup.c &&
    $compiler -g -w -shared -fPIC -DMAIN=0 -o "$work/libsetup.so" files_setup.c &&
    $compiler -g -w -DCONSTRUCTOR=0 -o "$work/files_library" files_setup.c -L"$work" -lsetup -Wl,-rpath,"$work" &&
    mkdir "$work/plugins" &&
    $compiler -g -w -shared -fPIC -DPLUGIN -o "$work/plugins/libplugin.so" files_plugin.c &&
    $compiler -g -w -o "$work/files_plugin" files_plugin.c -Wl,--enable-new-dtags,-rpath,"$work/plugins" &&
    $compiler -g -w -o "$work/files_resolver" files_resolver.c &&
    $compiler -g -w -DWRITES -o "$work/files_resolver_writes" files_resolver.c || exit 1
look() { (cd "$work/dir" && ls -lAR --time-style=full-iso && cat input.txt) | grep -v '\.mzt$\|^total'; }

# Before main: nothing may reach the disk.
mkdir "$work/dir"
printf 'hello\nworld\n' >"$work/dir/input.txt"
mkfifo "$work/dir/fifo"
before=$(look)
cd "$work/dir" || exit 2
run="$tool run" # two words
expect "constructor reads" 0 "the file input.txt" $run -n 2 "$work/files_setup"
for program in files_setup files_preinit files_library; do
    for what in write remove directory stdout; do
        FILES_SETUP=$what expect "$program: $what" 4 "before its actors start" $run -n 2 "$work/$program"
    done
done
expect "library reads" 0 "the file input.txt" $run -n 2 "$work/files_library"
expect "resolver reads" 0 "verified" $run -n 2 "$work/files_resolver"
expect "resolver writes" 4 "it changes files or other processes while it is loaded" $run -n 2 "$work/files_resolver_writes"
ok 'a constructor changes no files' [ "$before" = "$(look)" ]

# The same when images are dropped, with several processes, in one execution, and by
# another algorithm.
for how in "--images root" "--images every" "-a match -j 2" "-a odpor --buffering infinite" "--executions 1"; do
    case $how in *executions*) code=3 ;; *) code=0 ;; esac
    expect "every-order $how" $code "" $run -n 3 $how "$work/files_order" every-order </dev/null
    expect "checkpoints $how" $code "" $run -n 2 $how "$work/files_order" checkpoints </dev/null
    expect "some-order $how" "${code/0/1}" "" $run -n 3 $how "$work/files_order" some-order </dev/null
done

# Standard input: the first rank's.
expect "stdin from a file" 0 "this standard input .12 bytes" $run -n 2 "$work/files_stdin" lines <input.txt
expect "stdin from a pipe" 0 "this standard input .12 bytes" $run -n 2 "$work/files_stdin" lines < <(cat input.txt)
expect "stdin is wrong" 1 "error.assertion" $run -n 2 "$work/files_stdin" lines < <(echo hallo)
expect "stdin is empty" 0 "this standard input .0 bytes" $run -n 2 "$work/files_stdin" empty </dev/null
# shellcheck disable=SC2016 # the inner shell's
expect "stdin is closed" 0 "this standard input .0 bytes" bash -c 'exec "$0" "$@" <&-' $run -n 2 "$work/files_stdin" empty
exec 9<>fifo # so that there is somebody who may write
expect "stdin is not read" 0 "holds for: 2 ranks" $run -n 2 "$work/files_stdin" none <fifo
ok 'stdin that is not read is not named' [ -z "$($run -n 2 "$work/files_stdin" none </dev/null | grep 'standard input')" ]
expect "stdin is too long" 2 "longer than 64 MiB" $run -n 2 "$work/files_stdin" empty </dev/zero
expect "a replay gets the same" 1 "error.assertion" "$tool" replay files_stdin-1.mzt < <(echo hallo)
expect "a library is found by its caller" 0 "libplugin.so loaded at the start" $run -n 2 "$work/files_plugin"
expect "a library is opened again" 4 "opens libplugin.so again after dlclose.*leave it open" $run -n 2 "$work/files_plugin" again
expect "who makes a directory" 0 verified $run -n 3 "$work/files_names" all-mkdir </dev/null
expect "what was read is named" 0 "the file input.txt" $run -n 3 "$work/files_order" overwrite-elsewhere </dev/null
finish
