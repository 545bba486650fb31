# SPDX-License-Identifier: Apache-2.0
#
# entry.awk - how a program enters the library: awk -f entry.awk mpi.h calls.def > entry.s
#
# The stack of a rank is part of its state (exec/agent/canon.h). A compiler's frame has
# gaps, and what earlier calls left in them would make equal states look different, and a
# round of a polling loop look like a change. So every function of the standard is a few
# instructions that clear the stack below the program's own before the function itself,
# which bodies.h calls mazurka_MPI_..., has a frame there. If states are compared, what it
# leaves on the stack is cleared as well before the program goes on: this may be what the
# checker calls things, which is no part of a state.
#
# %rbp points to the frame that is made here, and the function finds it there (ENTER in
# lib.h). Arguments from the seventh on lie on the stack, and are copied. %rdi to %r9 and
# %al hold arguments, %rax and %xmm0 what is returned.

BEGIN {
    BELOW = 2048 # bytes that are cleared
    print "\t.text"
}

# The prototypes of mpi.h, which may have several lines: how many arguments?
FILENAME ~ /mpi\.h$/ {
    sub(/\/\*.*\*\//, "")
    text = text " " $0
    if ($0 !~ /[;{}]/ && $0 !~ /^#/)
        next
    if (match(text, /(int|double|MPI_Aint) +MPI_[A-Za-z0-9_]+ *\([^()]*\) *;/)) {
        text = substr(text, RSTART, RLENGTH)
        name = text
        sub(/ *\(.*/, "", name)
        sub(/.* MPI_/, "", name)
        count[name] = gsub(/,/, ",", text) + 1
    }
    text = ""
    next
}

function say(line) { print "\t" line }

# The function of this name, with so many arguments on the stack.
function enter(name, stacked,    i) {
    say(".p2align 4")
    say(".globl " name)
    say(".type " name ", @function")
    print name ":"
    say(".cfi_startproc")
    say("pushq %rbp")
    say(".cfi_def_cfa_offset 16")
    say(".cfi_offset 6, -16")
    say("movq %rsp, %rbp")
    say(".cfi_def_cfa_register 6")
    say("call clear")
    if (stacked % 2)
        say("pushq $0") # a call wants a stack pointer that is a multiple of 16
    for (i = stacked; i >= 1; i--)
        say("pushq " 8 + 8 * i "(%rbp)")
    say("call mazurka_" name)
    say("movq %rbp, %rsp")
    say("movq port_compares@GOTPCREL(%rip), %rcx")
    say("cmpb $0, (%rcx)")
    say("je 1f")
    say("xorl %edx, %edx") # a second half of what is returned, for all that others know
    say("pxor %xmm1, %xmm1")
    say("call clear")
    print "1:"
    say("popq %rbp")
    say(".cfi_def_cfa 7, 8")
    say("ret")
    say(".cfi_endproc")
    say(".size " name ", . - " name)
}

/^CALL\(.*, supported\)/ {
    name = $0
    sub(/^CALL\(/, "", name)
    sub(/,.*/, "", name)
    if (!(name in count)) {
        print "entry.awk: mpi.h has no prototype of MPI_" name > "/dev/stderr"
        exit 1
    }
    enter("MPI_" name, count[name] > 6 ? count[name] - 6 : 0)
}

END {
    # what the Fortran bindings of MPICH call
    enter("MPII_Comm_set_attr", 0)
    enter("MPII_Comm_get_attr", 0)
    enter("MPII_Type_set_attr", 0)
    enter("MPII_Type_get_attr", 0)
    print "clear:"
    say("pxor %xmm15, %xmm15")
    say(".set at, -" BELOW)
    say(".rept " BELOW " / 16")
    say("movups %xmm15, at(%rsp)")
    say(".set at, at + 16")
    say(".endr")
    say("ret")
    say(".section .note.GNU-stack, \"\", @progbits")
}
