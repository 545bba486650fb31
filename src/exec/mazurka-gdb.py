# SPDX-License-Identifier: Apache-2.0
#
# mazurka-gdb.py - looking at ranks from gdb, in `mazurka replay --gdb`.
#
#   mazurka-ranks     who there is
#   mazurka-rank N    look at rank N: bt, up, info locals, print all work on it
#   mazurka-back      look at what is running again (do that before going on)
#   mazurka-run       start, and stop where the program fails
#
# Ranks are coroutines, so gdb sees one thread. To look at another rank, its memory is
# put in place and its registers are written over those of the thread; both are undone
# before the program goes on. An actor of an actor program runs only while it handles a
# message; of the others there is a state to look at.
import gdb

ORDER = ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10",
         "r11", "r12", "r13", "r14", "r15", "rip"]
saved = None

for signal in ("SIGSEGV", "SIGSYS", "SIGURG"):
    gdb.execute("handle %s nostop noprint pass" % signal, to_string=True)
gdb.execute("set confirm off")
gdb.execute("set breakpoint pending on")
gdb.execute("set disable-randomization on")


def number(expression):
    return int(gdb.parse_and_eval(expression))


def shown(text):
    """What the program says, without what a terminal would obey."""
    text = text.string("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else "\\x%02x" % ord(c) for c in text)


def back():
    global saved
    if saved is None:
        return
    gdb.execute("frame 0", to_string=True)
    for name, value in zip(ORDER, saved):
        gdb.execute("set var $%s = %d" % (name, value), to_string=True)
    saved = None
    gdb.execute("call (void)mazurka_look_away()", to_string=True)


class Back(gdb.Command):
    """Look at what is running again."""

    def __init__(self):
        super().__init__("mazurka-back", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        back()


class Rank(gdb.Command):
    """Look at a rank: mazurka-rank N."""

    def __init__(self):
        super().__init__("mazurka-rank", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        global saved
        back()
        if number("mz_system"):
            print("actors have no stack while they do not run; to see a state:\n  print "
                  "*(struct TYPE *)mz_system->slots.at[%s].record->state" % argument)
            return
        gdb.execute("frame 0", to_string=True)
        before = [number("(unsigned long)$%s" % name) for name in ORDER]
        if not number("(int)mazurka_look_at(%d)" % int(argument)):
            gdb.execute("call (void)mazurka_look_away()", to_string=True)
            print("rank %s is running here, has ended, or is not there" % argument)
            return
        saved = before
        for i, name in enumerate(ORDER):
            value = number("((unsigned long *)&mazurka_registers)[%d]" % i)
            gdb.execute("set var $%s = %d" % (name, value), to_string=True)
        # Out of the library, to the program's own code.
        frame = gdb.newest_frame()
        while frame.older() is not None:
            where = frame.find_sal().symtab
            name = frame.name() or ""
            if where and "/src/exec/" not in where.fullname() and \
                    "/src/native/" not in where.fullname() and name != "coro_switch":
                break
            frame = frame.older()
        frame.select()
        gdb.execute("frame")


class Ranks(gdb.Command):
    """Who there is."""

    def __init__(self):
        super().__init__("mazurka-ranks", gdb.COMMAND_STATUS)

    def actors(self):
        for i in range(number("mz_system->numbered")):
            record = gdb.parse_and_eval("mz_system->slots.at[%d].record" % i)
            if not int(record):
                continue
            state = "running" if i == number("mz_system->current") else \
                "stopped" if record["stopped"] else "crashed" if record["crashed"] else \
                "failed" if record["faulty"] else "waits"
            print("%3d  %-20s %s" % (i, shown(record["name"]), state))

    def invoke(self, argument, from_tty):
        if number("mz_system"):
            self.actors()
            return
        running = number("agent.current")
        for i in range(number("agent.nranks")):
            rank = gdb.parse_and_eval("agent.rank[%d]" % i)
            head = rank["head"]
            state = "running" if i == running else "ended" if head["ended"] else \
                "failed: " + shown(head["fault"]["text"]) if head["fault"]["kind"] else \
                str(head["op"]["kind"]).lower().replace("op_", "at ")
            print("%3d  %-20s %s" % (i, shown(rank["name"]), state))


class Run(gdb.Command):
    """Start the replay and stop where the program fails."""

    def __init__(self):
        super().__init__("mazurka-run", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        gdb.execute("break mazurka_fault")
        gdb.execute("break mazurka_end")
        gdb.execute("run")


Back(), Rank(), Ranks(), Run()


print("mazurka: 'mazurka-run' starts and stops at the failure; break, step and continue work")
print("         as usual; 'mazurka-ranks' lists the ranks, 'mazurka-rank N' looks at one.")
