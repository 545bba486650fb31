# SPDX-License-Identifier: Apache-2.0
#
# mazurka-gdb.py - looking at ranks from gdb, in `mazurka replay --gdb`.
#
#   run                starts, and stops where the program fails, or after the last step
#   start              stops in main, before there are ranks
#   mazurka ranks      who there is, at which call and which line
#   mazurka rank N     look at rank N: bt, up, info locals, print all work on it
#   mazurka away       look at what is running again (done by itself before going on)
#   mazurka step [N]   make N more steps of the schedule (1)
#   mazurka back [N]   go back N steps (1): the program is started again, up to there
#   mazurka goto N     go to step N, forwards or back
#
# Ranks are coroutines, so gdb sees one thread. To look at another rank, its memory is
# put in place and its registers are written over those of the thread; both are undone
# before the program goes on. An actor of an actor program runs only while it handles a
# message; of the others there is a state to look at.
#
# Our breakpoints are internal ones, which `delete` leaves alone.
import gdb

ORDER = ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10",
         "r11", "r12", "r13", "r14", "r15", "rip"]
saved = None  # the registers of the thread, while another rank is looked at
step = 0      # the step that is about to be made
goal = 0      # the step to stop at; 0: none

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


def alive():
    return gdb.selected_inferior().pid != 0


# ---- looking at ranks ----

def away():
    global saved
    if saved is None or not alive():
        saved = None
        return
    gdb.execute("frame 0", to_string=True)
    for name, value in zip(ORDER, saved):
        gdb.execute("set var $%s = %d" % (name, value), to_string=True)
    saved = None
    gdb.execute("call (void)mazurka_look_away()", to_string=True)


def ours(frame):
    """Is it a frame of Mazurka's libraries, or of the system's?"""
    library = gdb.solib_name(frame.pc()) or ""
    name = library.rsplit("/", 1)[-1]
    return frame.type() == gdb.SIGTRAMP_FRAME or not frame.find_sal().symtab or \
        name.startswith(("libmazurka", "libmpi", "libc.", "libc-", "ld-linux"))


def select_user():
    """Selects the innermost frame of the program's own code."""
    frame = gdb.newest_frame()
    while frame is not None and ours(frame):
        frame = frame.older()
    if frame is None:
        print("main has returned")
        return
    frame.select()
    gdb.execute("frame")


def look_at(rank):
    global saved
    away()
    if number("mz_system"):
        print("actors have no stack while they do not run; to see a state:\n  print "
              "*(struct TYPE *)mz_system->slots.at[%d].record->state" % rank)
        return
    gdb.execute("frame 0", to_string=True)
    before = [number("(unsigned long)$%s" % name) for name in ORDER]
    if not number("(int)mazurka_look_at(%d)" % rank):
        gdb.execute("call (void)mazurka_look_away()", to_string=True)
        print("rank %d is running here, has ended, or is not there" % rank)
        return
    saved = before
    for i, name in enumerate(ORDER):
        value = number("((unsigned long *)&mazurka_registers)[%d]" % i)
        gdb.execute("set var $%s = %d" % (name, value), to_string=True)
    select_user()


def actors():
    for i in range(number("mz_system->numbered")):
        record = gdb.parse_and_eval("mz_system->slots.at[%d].record" % i)
        if not int(record):
            continue
        state = "running" if i == number("mz_system->current") else \
            "stopped" if record["stopped"] else "crashed" if record["crashed"] else \
            "failed" if record["faulty"] else "waits"
        print("%3d  %-20s %s" % (i, shown(record["name"]), state))


def place(address):
    sal = gdb.find_pc_line(address - 1) if address else None
    return "%s:%d" % (sal.symtab.filename.rsplit("/", 1)[-1], sal.line) if sal and sal.symtab else ""


def ranks():
    if number("mz_system"):
        actors()
        return
    if not number("agent.search.st"):
        print("the ranks are being started, one after the other")
        return
    running = number("agent.current")
    for i in range(number("agent.nranks")):
        head = gdb.parse_and_eval("agent.rank[%d].head" % i)
        strand = head["strand"]
        name = shown(gdb.parse_and_eval("agent.rank[%d].name" % i))
        if i == running:
            state = "running"
        elif strand["ended"]:
            state = "ended"
        elif strand["fault"]["kind"]:
            state = "failed: " + shown(strand["fault"]["text"])
        else:
            doing = shown(gdb.parse_and_eval("(char *)mazurka_doing(%d)" % i))
            state = "at %s  %s" % (doing, place(number("(unsigned long)mazurka_place")))
        print("%-8s %s" % (name, state))


# ---- along the schedule ----

class Step(gdb.Breakpoint):
    def stop(self):
        global step
        step = int(gdb.newest_frame().read_var("step"))
        return step == goal


class Failure(gdb.Breakpoint):
    def stop(self):
        return True


def place_breakpoints():
    global fault, end
    Step("mazurka_step", internal=True).silent = True
    fault, end = (Failure(name, internal=True) for name in ("mazurka_fault", "mazurka_end"))
    fault.silent = end.silent = True


# gdb says that the library is not loaded yet, which nobody needs to know
gdb.execute("python place_breakpoints()", to_string=True)


def on_stop(event):
    for b in getattr(event, "breakpoints", []):
        if b == fault:
            print("rank %s: %s" % (gdb.newest_frame().read_var("rank"),
                                   shown(gdb.newest_frame().read_var("what"))))
            select_user()
        elif b == end:
            print("this is the end, after the last step")
            who = gdb.convenience_variable("mazurka_finding")
            if who is not None and int(who) < number("agent.nranks"):
                look_at(int(who))
        elif isinstance(b, Step):
            frame = gdb.newest_frame()
            print("step %d: rank %s: %s" % (step, frame.read_var("rank"),
                                            shown(frame.read_var("what"))))


gdb.events.stop.connect(on_stop)
gdb.events.exited.connect(lambda event: globals().update(saved=None, step=0))


def go_to(n):
    global goal
    if n < 1:
        print("steps are counted from 1")
        return
    back = alive() and n <= step
    away()
    goal = n
    gdb.execute("continue" if alive() and not back else "run")
    goal = 0


class Group(gdb.Command):
    """Mazurka: ranks, rank N, away, step [N], back [N], goto N."""

    def __init__(self):
        super().__init__("mazurka", gdb.COMMAND_USER, gdb.COMPLETE_NONE, True)


def command(name, text, run, group=gdb.COMMAND_STACK):
    def invoke(self, argument, from_tty):
        words = argument.split()
        if any(not w.isdigit() for w in words):
            raise gdb.GdbError("%s takes numbers" % name)
        if not alive() and run in (ranks, look_at):
            raise gdb.GdbError("the program does not run yet: run, or mazurka goto N")
        run(*[int(w) for w in words])

    type(name.replace(" ", "_"), (gdb.Command,), {
        "__doc__": text, "__init__": lambda self: gdb.Command.__init__(self, name, group), "invoke": invoke})()


Group()
command("mazurka ranks", "Who there is, at which call and which line.", ranks)
command("mazurka rank", "Look at a rank: mazurka rank N.", look_at)
command("mazurka away", "Look at what is running again.", away)
command("mazurka step", "Make N more steps of the schedule (1).", lambda n=1: go_to(step + n), gdb.COMMAND_RUNNING)
command("mazurka back", "Go back N steps of the schedule (1).", lambda n=1: go_to(step - n), gdb.COMMAND_RUNNING)
command("mazurka goto", "Go to step N of the schedule.", go_to, gdb.COMMAND_RUNNING)


# as they were called before
command("mazurka-ranks", "The same as mazurka ranks.", ranks)
command("mazurka-rank", "The same as mazurka rank.", look_at)
command("mazurka-back", "The same as mazurka away.", away)
command("mazurka-run", "The same as run.", lambda: gdb.execute("run"), gdb.COMMAND_RUNNING)


class Hook(gdb.Command):
    """Puts the running rank back before the program goes on."""

    def __init__(self, name):
        super().__init__("hook-" + name, gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        away()


for name in ("continue", "step", "next", "finish", "until", "stepi", "nexti", "advance"):
    Hook(name)

print("mazurka: 'run' stops at the failure; 'mazurka ranks' lists the ranks, 'mazurka rank N' looks at one;")
print("         'mazurka step', 'back' and 'goto N' go along the schedule; all else works as usual.")
