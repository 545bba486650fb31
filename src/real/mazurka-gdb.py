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
#   next, step         at a step of the schedule: make it, and go on in the program's code
#
# Ranks are coroutines, so gdb sees one thread. To look at another rank, its memory is
# put in place and its registers are written over those of the thread; both are undone
# before the program goes on. An actor of an actor program runs only while it handles a
# message; of the others there is a state to look at.
#
# Our breakpoints are internal ones, which `delete` leaves alone.
import os
import re
import gdb

ORDER = ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10",
         "r11", "r12", "r13", "r14", "r15", "rip"]
saved = None  # the registers of the thread, while another rank is looked at
goal = 0      # the step to stop at; 0: none

finding = os.environ.pop("MAZURKA_FINDING", "")  # what it says
asks = False  # a function of the program is being called for us
at_step = None  # the rank that is about to make a step of the schedule, where we have stopped; None: we are elsewhere

# The agent takes these for itself.
for signal in ("SIGSEGV", "SIGSYS", "SIGURG"):
    gdb.execute("handle %s nostop noprint pass" % signal, to_string=True)
gdb.execute("set confirm off")
gdb.execute("set breakpoint pending on")
gdb.execute("set disable-randomization on")


# ---- gdb before 14 on processors with AMX ----

def registers(names, bits, kind, group=""):
    return "".join('<reg name="%s" bitsize="%d" type="%s"%s/>' % (name, bits, kind, group and ' group="%s"' % group)
                   for name in names.split())


def feature(name, text):
    return '<feature name="org.gnu.gdb.i386.%s">%s</feature>' % (name, text)


def leave_out_amx():
    """The kernel takes all of the extended registers or none, and gdb 13 has no room for the tiles of AMX, so
    that every call of a function of the program fails ("Couldn't write extended state status"). If gdb is told
    that the processor has no registers beyond those of SSE, it writes these in another way. The upper halves of
    vectors cannot be looked at then."""
    core = registers("rax rbx rcx rdx rsi rdi", 64, "int64") + registers("rbp rsp", 64, "data_ptr") + \
        registers(" ".join("r%d" % i for i in range(8, 16)), 64, "int64") + registers("rip", 64, "code_ptr") + \
        registers("eflags cs ss ds es fs gs", 32, "int32") + \
        registers(" ".join("st%d" % i for i in range(8)), 80, "i387_ext") + \
        registers("fctrl fstat ftag fiseg fioff foseg fooff fop", 32, "int", "float")
    lanes = (("v4_float", "ieee_single", 4), ("v2_double", "ieee_double", 2), ("v16_int8", "int8", 16),
             ("v8_int16", "int16", 8), ("v4_int32", "int32", 4), ("v2_int64", "int64", 2))
    sse = "".join('<vector id="%s_of" type="%s" count="%d"/>' % lane for lane in lanes) + '<union id="vec128">' + \
        "".join('<field name="%s" type="%s_of"/>' % (name, name) for name, _, _ in lanes) + \
        '<field name="uint128" type="uint128"/></union>' + \
        registers(" ".join("xmm%d" % i for i in range(16)), 128, "vec128") + registers("mxcsr", 32, "int", "vector")
    target = '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target>' \
        "<architecture>i386:x86-64</architecture><osabi>GNU/Linux</osabi>" + feature("core", core) + \
        feature("sse", sse) + feature("linux", registers("orig_rax", 64, "int", "system")) + \
        feature("segments", registers("fs_base gs_base", 64, "int")) + "</target>"
    file = os.memfd_create("registers")  # gdb reads it whenever the program is started
    os.write(file, target.encode())
    gdb.execute("set tdesc filename /proc/self/fd/%d" % file)


if int(re.match("[0-9]+", gdb.VERSION)[0]) < 14 and " amx_tile" in open("/proc/cpuinfo").read():
    leave_out_amx()


def number(expression):
    return int(gdb.parse_and_eval(expression))


def words(text):
    """What the program says, with its places in words, and without what a terminal would obey."""
    text = re.sub("\x02(\\*?)([0-9a-f]+)\x03", lambda m: function(int(m[2], 16)) if m[1] else
                  place(int(m[2], 16)) or "0x" + m[2], text.string("utf-8", "backslashreplace"))
    return "".join(c if c.isprintable() else "\\x%02x" % ord(c) for c in text)


def place(address):
    """The line of the call that returns to this address."""
    sal = gdb.find_pc_line(address - 1) if address else None
    return "%s:%d" % (sal.symtab.filename.rsplit("/", 1)[-1], sal.line) if sal and sal.symtab else ""


def function(address):
    block = gdb.block_for_pc(address - 1)
    while block is not None and block.function is None:
        block = block.superblock
    return block.function.print_name if block is not None else "?"


def ask(expression):
    """The value of an expression that calls a function of the agent."""
    global asks
    asks = True
    try:
        return gdb.parse_and_eval(expression)
    finally:
        asks = False


def alive():
    return gdb.selected_inferior().pid != 0


# ---- looking at ranks ----

def away():
    global saved
    if saved is None or not alive():
        saved = None
        return
    gdb.newest_frame().select()
    for name, value in zip(ORDER, saved):
        gdb.execute("set var $%s = %d" % (name, value), to_string=True)
    saved = None
    ask("(void)mazurka_look_away()")


def ours(frame):
    """Is it a frame of Mazurka's libraries, or of the system's?"""
    library = gdb.solib_name(frame.pc()) or ""
    name = library.rsplit("/", 1)[-1]
    return frame.type() == gdb.SIGTRAMP_FRAME or not frame.find_sal().symtab or \
        name.startswith(("libmazurka", "libmpi", "libc.", "libc-", "ld-linux"))


def user_frame():
    """The innermost frame of the program's own code."""
    frame = gdb.newest_frame()
    while frame is not None and ours(frame):
        frame = frame.older()
    return frame


class Theirs:
    """A stack without the frames of Mazurka and of the system, if others are there; bt -no-filters shows all."""
    name, priority, enabled = "mazurka", 100, True

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        frames = list(frames)
        return iter([f for f in frames if not ours(f.inferior_frame())] or frames)


Theirs()


def select_user(rank):
    frame = user_frame()
    if frame is None:
        print("rank %d has left main" % rank)
        return
    frame.select()
    gdb.execute("frame")


def look_at(rank, failed=False):
    global saved
    away()
    if number("mz_system") and not failed:
        print("actors have no stack while they do not run; to see a state:\n  print "
              "*(struct TYPE *)mz_system->slots.at[%d].record->state" % rank)
        return
    gdb.newest_frame().select()
    before = [number("(unsigned long)$%s" % name) for name in ORDER]
    look = str(ask("mazurka_look_at(%d)" % rank))
    if look != "LOOK_THERE":
        if look == "LOOK_RUNS":
            select_user(rank)
        else:
            print("rank %d has ended" % rank if look == "LOOK_ENDED" else
                  "rank %d is not there%s" % (rank, "" if number("agent.search.st") else " yet"))
        return
    saved = before
    for i, name in enumerate(ORDER):
        value = number("((unsigned long *)&mazurka_registers)[%d]" % i)
        gdb.execute("set var $%s = %d" % (name, value), to_string=True)
    select_user(rank)


class Back(gdb.Breakpoint):
    """Where the rank is back in the program's code, after the step that it makes now."""

    def __init__(self, rank, frame):
        self.rank, self.sp = rank, int(frame.read_register("rsp"))
        super().__init__("*%d" % frame.pc(), internal=True, temporary=True)
        self.silent = True

    def stop(self):
        return not asks and number("agent.link->running") - 1 == self.rank and number("(unsigned long)$rsp") == self.sp


def to_program():
    """At a step of the schedule, `next` and `step` are about the line of the rank that makes it."""
    global at_step
    rank, at_step = at_step, None
    frame = user_frame() if saved is not None and rank is not None else None
    back = Back(rank, frame) if frame is not None else None
    away()
    if back is not None:
        gdb.execute("continue", to_string=True)
        if gdb.selected_inferior().pid == 0 or back.is_valid() and not back.hit_count:
            raise gdb.GdbError("rank %d was not back in its code before this" % rank)


def actors():
    for i in range(number("mz_system->numbered")):
        record = gdb.parse_and_eval("mz_system->slots.at[%d].record" % i)
        if not int(record):
            continue
        state = "running" if i == number("mz_system->current") else \
            "stopped" if record["stopped"] else "crashed" if record["crashed"] else \
            "failed" if record["faulty"] else "waits"
        print("%3d  %-20s %s" % (i, words(record["name"]), state))


def ranks():
    if number("mz_system"):
        actors()
        return
    if not number("agent.search.st"):
        print("the ranks are being started, one after the other")
        return
    running = number("agent.link->running") - 1
    for i in range(number("agent.nranks")):
        head = gdb.parse_and_eval("agent.rank[%d].head" % i)
        strand = head["strand"]
        name = words(gdb.parse_and_eval("agent.rank[%d].name" % i))
        if i == running:
            state = "running"
        elif strand["ended"]:
            state = "ended"
        elif strand["fault"]["kind"]:
            state = "failed: " + words(strand["fault"]["text"])
        else:
            doing = words(ask("(char *)mazurka_doing(%d)" % i))
            state = "at %s  %s" % (doing, place(number("(unsigned long)mazurka_place")))
        print("%-8s %s" % (name, state))


# ---- along the schedule ----

class Ours(gdb.Function):
    """Is this trap for the agent, which makes some instructions of a rank one by one?"""

    def invoke(self):
        return gdb.lookup_global_symbol("mazurka_at") is not None and number("agent.watching") and \
            number("agent.watching->nsteps") and number("$_siginfo.si_code") == 2


# gdb cannot be told by `handle` that it shall pass these on, or it would pass on its own as well.
def catch_traps():
    global catch
    Ours("mazurka_trap")
    said = gdb.execute("catch signal SIGTRAP", to_string=True)
    catch = int(re.search("[0-9]+", said)[0])
    gdb.execute("condition %d $mazurka_trap()" % catch)
    gdb.breakpoints()[-1].commands = "silent\nsignal SIGTRAP"


def on_deleted(b):
    if b.number == catch:  # it cannot be an internal one
        gdb.post_event(catch_traps)


class Begin(gdb.Breakpoint):
    def stop(self):
        number("mazurka_goal = %d" % goal)
        return False


class Step(gdb.Breakpoint):
    def stop(self):
        return not asks


class Failure(gdb.Breakpoint):
    def stop(self):
        return not asks


class Remark(gdb.Breakpoint):
    """Where the rank does what the finding is about; it goes on."""

    def stop(self):
        frame = gdb.newest_frame()
        return not asks and int(frame.read_var("kind")) == variable("mazurka_kind") and \
            int(frame.read_var("rank")) == variable("mazurka_finding")


def variable(name):
    return int(gdb.convenience_variable(name))


def place_breakpoints():
    global fault, remark, end
    Begin("mazurka_begin", internal=True).silent = True
    Step("mazurka_stop", internal=True).silent = True
    fault, end = (Failure(name, internal=True) for name in ("mazurka_fault", "mazurka_end"))
    remark = Remark("mazurka_remark", internal=True)
    fault.silent = remark.silent = end.silent = True


# gdb says that the library is not loaded yet, which nobody needs to know
gdb.execute("python place_breakpoints()", to_string=True)
catch_traps()
gdb.events.breakpoint_deleted.connect(on_deleted)


def on_stop(event):
    global at_step
    at_step = None
    frame = gdb.newest_frame()
    for b in getattr(event, "breakpoints", []):
        if b in (fault, remark):
            rank = int(frame.read_var("rank"))
            print(finding if b == remark and finding else
                  "rank %d: %s" % (rank, words(frame.read_var("what"))))
            look_at(rank, b == fault)
        elif b == end:
            print("this is the end, after the last step")
            if finding:
                print(finding)
            if variable("mazurka_finding") < number("agent.nranks"):
                look_at(variable("mazurka_finding"))
        elif isinstance(b, Step):
            rank = int(frame.read_var("rank"))
            print("step %s: rank %s: %s" % (frame.read_var("step"), rank, words(frame.read_var("what"))))
            if not number("mz_system"):
                look_at(rank)
                at_step = rank


gdb.events.stop.connect(on_stop)


gdb.events.exited.connect(lambda event: globals().update(saved=None))


def here():
    """The step that was begun last."""
    return number("mazurka_at") if alive() and gdb.lookup_global_symbol("mazurka_at") else 0


def go_to(n):
    """Goes to a step, from the beginning if it lies behind us: that takes milliseconds."""
    global goal
    if n < 1:
        print("steps are counted from 1")
        return
    goal = n
    if n > here() > 0:
        away()
        number("mazurka_goal = %d" % n)
        gdb.execute("continue")
    else:
        gdb.execute("run")
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
command("mazurka step", "Make N more steps of the schedule (1).", lambda n=1: go_to(here() + n), gdb.COMMAND_RUNNING)
command("mazurka back", "Go back N steps of the schedule (1).", lambda n=1: go_to(here() - n), gdb.COMMAND_RUNNING)
command("mazurka goto", "Go to step N of the schedule.", go_to, gdb.COMMAND_RUNNING)


# as they were called before
command("mazurka-ranks", "The same as mazurka ranks.", ranks)
command("mazurka-rank", "The same as mazurka rank.", look_at)
command("mazurka-back", "The same as mazurka away.", away)
command("mazurka-run", "The same as run.", lambda: gdb.execute("run"), gdb.COMMAND_RUNNING)


command("mazurka-to-program", "What next and step do first.", to_program)


# The running rank is put back before the program goes on. (gdb takes no hooks written in Python.)
for name in ("step", "next"):
    gdb.execute("define hook-%s\nmazurka-to-program\nend" % name, to_string=True)
for name in ("continue", "finish", "until", "stepi", "nexti", "advance", "signal", "run", "start"):
    gdb.execute("define hook-%s\npython away()\nend" % name, to_string=True)

print("mazurka: 'run' stops at the failure; 'mazurka ranks' lists the ranks, 'mazurka rank N' looks at one;")
print("         'mazurka step', 'back' and 'goto N' go along the schedule; all else works as usual.")
if finding.startswith("non-termination") and "computes for ever" in finding:
    print("         A rank computes without end here: let it run, and interrupt it (Ctrl-C).")
