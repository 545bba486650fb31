#!/bin/bash
# tests/outside/sources.sh BUILD - debugging information names sources, and need not be
# right: paths that end in "/", files that are gigantic, no files, or in endless supply.
. tests/lib/check.bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
guard=(timeout -k 5 60)

program() { # NAME LINE-DIRECTIVE: a deadlock, in a file of that name
    { echo '#include <mpi.h>'; echo "$2"
      cat <<'END'
int main(int argc, char **argv)
{
    int x = 0;
    MPI_Init(&argc, &argv);
    MPI_Recv(&x, 1, MPI_INT, x, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
END
    } >"$1.c"
    "$tool" cc -g -w -o "$1" "$1.c" || exit 1
    rm "$1.c"
}
found() { # WHAT NAME: it is found, and told again
    expect "$1" 1 'error.deadlock' "$tool" run -n 2 "./$2"
    expect "$1, replayed" 1 'error.deadlock' "$tool" replay "$2-1.mzt"
    expect "$1, shown" 0 'deadlock' "$tool" show "$2-1.mzt"
}
program slash '#line 1 "there/"'
found 'a path that ends in a slash' slash
program nothing '#line 1 ""'
found 'a file without a name' nothing
program huge '#line 1 "huge-source.c"'
truncate -s 1T huge-source.c
(ulimit -v $((6 << 40 >> 10)); found 'a file of a terabyte' huge; finish >result)
read -r p _ f _ <result; passed=$((passed + p)) failed=$((failed + f))
"${guard[@]}" /bin/sh -c "ulimit -c 0; command -v /usr/bin/time >/dev/null && /usr/bin/time -f %M -o peak $tool run -n 2 ./huge >/dev/null; :"
[ ! -s peak ] || ok 'nor does it take memory' [ "$(tail -n 1 peak)" -lt 400000 ]
program pipe '#line 1 "fifo.c"'
mkfifo fifo.c
found 'a pipe that nobody writes to' pipe
program device '#line 1 "/dev/zero"'
found 'a device' device
program late '#line 2147483600 "late.c"'
echo 'int x;' >late.c
found 'a line far behind the end' late
program loop '#line 1 "loop.c"'
ln -s loop.c loop.c
found 'a link to itself' loop
rm slash-1.mzt
truncate -s 1T slash-1.mzt
expect 'a trace of a terabyte is too large' 2 'slash-1.mzt.*too large' "$tool" show slash-1.mzt
expect 'what is no trace is not replaced' 1 'error.deadlock' "$tool" run -n 2 ./slash
ok 'nor changed' [ "$(stat -c %s slash-1.mzt)" = $((1 << 40)) ]
finish
