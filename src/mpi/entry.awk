# SPDX-License-Identifier: Apache-2.0
#
# entry.awk - how a program enters the library, and how the library calls the checker:
# awk -f entry.awk -v status_ignore=N mpi.h port.h calls.def > entry.s
#
# N is the number that MPI_STATUS_IGNORE is in the ABI.
#
# The stack of a rank is part of its state (agent/equal/canon.h). A compiler's frame has
# gaps, and what earlier calls left in them would make equal states look different, and a
# round of a polling loop look like a change. So every function of the standard is a few
# instructions that clear the stack below the program's own before the function itself,
# whose name begins with mazurka_ (bodies.h), has a frame there.
#
# What the checker does in a call depends on what was explored before, and the program must
# not see it: a structure on the stack has gaps, too, and may be sent as bytes. So what a
# call leaves on the stack is cleared before the program goes on. If states are compared,
# it is also cleared after every function of port.h that does more than to look something
# up.
#
# A null pointer where the call wants an object is found here, for all of them alike: which
# arguments these are follows from the prototypes (shape_of(), below). lib/null.c reports it.
#
# %rbp points to the frame that is made here, where the function finds it (ENTER in
# lib.h). Arguments from the seventh word on lie on the stack, and are copied. %rdi to
# %r9 and %al hold arguments, %rax, %rdx and %xmm0 what is returned.

BEGIN {
    BELOW = 2048 # bytes that are cleared around a function of the standard
    DEEP = 4096  # and after one of the checker's
    DEEPEST = 6144 # and after a function of the standard, if not after those
    plain["port_state"] = plain["port_rank"] = plain["port_size"] = 1
    plain["port_watching"] = plain["port_races"] = plain["port_gathered"] = plain["port_set_state"] = 1
    plain["port_clear_vectors"] = plain["port_early"] = 1
    split("rdi rsi rdx rcx r8 r9", register, " ")
    print "\t.text"
}

# The prototypes, which may have several lines: how many words are their arguments?
FILENAME ~ /\.h$/ {
    sub(/\/\*.*\*\//, "")
    text = text " " $0
    if ($0 !~ /[;{}]/ && $0 !~ /^#/)
        next
    if (text !~ /typedef/ && match(text, /[a-z_A-Z0-9]+ +\**(MPI|port)_[A-Za-z0-9_]+ *\([^()]*\) *;/)) {
        head = substr(text, 1, RSTART + RLENGTH)
        text = substr(text, RSTART, RLENGTH)
        name = text
        sub(/ *\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        arguments[name] = text
        words[name] = gsub(/,/, ",", text) + 1 + gsub(/[(,] *struct port_from/, "", text)
        if (head ~ /struct port_result port_/) # where that is returned
            words[name]++
        if (name ~ /^port/ && !(name in plain))
            ports[++nports] = name
    }
    text = ""
    next
}

/^CALL\(/ { ncalls++ }

/^CALL\(.*, supported\)/ {
    name = $0
    sub(/^CALL\(/, "MPI_", name)
    sub(/,.*/, "", name)
    if (!(name in words)) {
        print "entry.awk: mpi.h has no prototype of " name > "/dev/stderr"
        exit 1
    }
    enter(name, words[name], shape_of(name))
}

# What the arguments of the function are, in the form that lib/null.c reads: a letter and the
# name of each. * must not be a null pointer, s is a status that is filled, r one that is read
# (MPI_STATUS_IGNORE would not do), and c, w and f are the communicator, window or file whose
# error handler is called. What else may be a null pointer, or may be one if a count is 0:
# buffers (void *), arrays, the functions of attributes and conversions, arguments of main(),
# a text that has a length, and what a tool is told of a variable.
function shape_of(name,    list, n, each, i, last, result) {
    list = arguments[name]
    sub(/^[^(]*\(/, "", list)
    sub(/\) *;.*/, "", list)
    n = split(list, each, /, */)
    for (i = 1; i <= n; i++) {
        last = each[i]
        sub(/\[.*/, "", last)
        sub(/.*[ *]/, "", last)
        result = result (i > 1 ? " " : "") kind(name, each[i], last) last
    }
    return result
}

function kind(name, argument, last) {
    if (argument ~ /^MPI_Comm [a-z]/) return "c"
    if (argument ~ /^MPI_Win [a-z]/) return "w"
    if (argument ~ /^MPI_File [a-z]/) return "f"
    if (last ~ /^(baseptr|buffer_addr)$/ || name ~ /[Gg]et_attr|Attr_get/ && last == "attribute_val")
        return "*"
    if (last == "datarep")
        return "*"
    if (argument !~ /\*/ || argument ~ /\[|void \*|_attr_function|conversion_function/) return "."
    if (argument ~ /MPI_(Copy|Delete)_function/ || name ~ /^MPI_Grequest/ && last ~ /_fn$/) return "."
    if (last ~ /^(argc|argv|array_of_.*|pset_name)$/ && name != "MPI_Group_from_session_pset" &&
        name != "MPI_Session_get_pset_info") return "."
    if (name ~ /^MPI_T_.*get_(info|item)$/) return "." # what is not asked for
    if (name == "MPI_Info_get_string" && last == "value") return "."
    if (argument ~ /const MPI_(F08_s|S)tatus \*/ || name ~ /^MPI_Status_set/ && last == "status") return "r"
    if (argument ~ /MPI_Status \*status/) return status_ignore ? "s" : "."
    return "*"
}

function say(line) { print "\t" line }

function begin(name) {
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
}

# Calls the function with the arguments that the caller gave. Vector registers belong to the
# called function, but those of a thread are part of the state where it stops next, perhaps
# in the middle of a computation; so what the library has in them is cleared. `below`: what
# clears the stack if it need not be tidy.
function pass_on(name, words, vectors, below,    i) {
    if (words > 6 && words % 2)
        say("pushq $0") # a call wants a stack pointer that is a multiple of 16
    for (i = words - 6; i >= 1; i--)
        say("pushq " 8 + 8 * i "(%rbp)")
    say("call " name)
    print "4:"
    say("movq %rbp, %rsp")
    say("popq %rbp")
    say(".cfi_def_cfa 7, 8")
    say(".cfi_restore 6")
    if (vectors) {
        say("movq port_threaded@GOTPCREL(%rip), %rcx")
        say("cmpb $0, (%rcx)")
        say("je 2f")
        say("pushq %rax")
        say(".cfi_adjust_cfa_offset 8")
        say("call port_clear_vectors@PLT")
        say("popq %rax")
        say(".cfi_adjust_cfa_offset -8")
        print "2:"
    }
    say("movq port_tidies@GOTPCREL(%rip), %rcx")
    say("cmpb $0, (%rcx)")
    say("jne 1f")
    if (below) {
        say(".cfi_remember_state")
        say("call " below)
        leave()
        say(".cfi_restore_state")
    } else {
        say("ret")
    }
    print "1:"
}

# Returns, and leaves no address on the stack: neither does watch_back(), by which a call returns
# if pages are protected, and that is no part of the state.
function leave() {
    say("popq %rcx")
    say(".cfi_def_cfa_offset 0")
    say(".cfi_register 16, 2")
    say("movq $0, -8(%rsp)")
    say("movq $0, -16(%rsp)")
    say("jmp *%rcx")
}

function end(name) {
    say(".cfi_endproc")
    say(".size " name ", . - " name)
}

# Goes to where a null pointer is reported if one of the arguments is one that must not be.
function look(name, shape,    each, n, i, any, at) {
    n = split(shape, each, " ")
    for (i = 1; i <= n; i++) {
        if (each[i] !~ /^[*sr]/)
            continue
        if (!any++)
            say(".cfi_remember_state")
        at = i <= 6 ? "%" register[i] : 8 + 8 * (i - 6) "(%rbp)"
        say("cmpq $" (each[i] ~ /^r/ ? status_ignore : 0) ", " at)
        say("jbe 3f")
    }
    return any
}

# Reports it. The function of the standard is not called, but returns.
function report(name, shape,    i) {
    say(".cfi_restore_state")
    print "3:"
    for (i = 6; i >= 1; i--)
        say("pushq %" register[i])
    say("movl $" ncalls - 1 ", %edi")
    say("leaq shape_" name "(%rip), %rsi")
    say("movq %rsp, %rdx")
    say("leaq 16(%rbp), %rcx")
    say("call null_argument")
    say("jmp 4b")
    say(".section .rodata")
    print "shape_" name ": .string \"" shape "\""
    say(".text")
}

# A function of the standard. If stacks are tidy, not even its return address is left.
function enter(name, words, shape,    looks) {
    begin(name)
    looks = look(name, shape)
    say("call clear")
    pass_on("mazurka_" name, words, name !~ /^MPI_Wti/, "clear_deepest")
    say("popq %rcx")
    say(".cfi_def_cfa_offset 0")
    say(".cfi_register 16, 2")
    say("call clear")
    say("movq $0, -8(%rsp)")
    say("xorl %edx, %edx") # watch_back() keeps these, too
    say("pxor %xmm1, %xmm1")
    say("jmp *%rcx")
    if (looks)
        report(name, shape)
    end(name)
}

# A function of the checker.
function ask(name, words) {
    begin("mazurka_" name)
    say(".hidden mazurka_" name)
    pass_on(name "@PLT", words)
    say("call clear_deep")
    say("ret")
    end("mazurka_" name)
}

function clear(name, bytes) {
    print name ":"
    say("pxor %xmm15, %xmm15")
    say(".set at, -" bytes)
    say(".rept " bytes " / 16")
    say("movups %xmm15, at(%rsp)")
    say(".set at, at + 16")
    say(".endr")
    say("ret")
}

# The same where no argument is in a register, and the result is in %rax and %rdx: twice as fast.
function clear_after(name, bytes) {
    print name ":"
    say("movq %rax, %r8")
    say("leaq -" bytes "(%rsp), %rdi")
    say("xorl %eax, %eax")
    say("movl $" bytes " / 8, %ecx")
    say("rep stosq")
    say("movq %r8, %rax")
    say("xorl %r8d, %r8d")
    say("xorl %r9d, %r9d") # programs push what is in these to align their stack
    say("xorl %r10d, %r10d")
    say("xorl %r11d, %r11d")
    say("xorl %esi, %esi")
    say("xorl %edi, %edi")
    say("ret")
}

END {
    # what the Fortran bindings of MPICH call
    enter("MPII_Comm_set_attr", 4)
    enter("MPII_Comm_get_attr", 5)
    enter("MPII_Type_set_attr", 4)
    enter("MPII_Type_get_attr", 5)
    enter("MPII_Win_set_attr", 4)
    enter("MPII_Win_get_attr", 5)
    for (i = 1; i <= nports; i++)
        ask(ports[i], words[ports[i]])
    clear("clear", BELOW)
    clear_after("clear_deep", DEEP)
    clear_after("clear_deepest", DEEPEST)
    say(".section .note.GNU-stack, \"\", @progbits")
}
