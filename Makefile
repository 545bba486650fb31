# Mazurka. `make` builds the tool with gcc and four libraries; it installs nothing, and
# asks for what is missing. `make demo` and `make check` do everything on a fresh machine.
# Everything built lands in $(BUILD).
#
#   make            the tool: build/mazurka
#   make deps       install what the tests need; says what, and needs root for it
#   make demo       install what a build needs, build, find a real bug and draw it
#   make check      deps, build, then every test; TESTS='verdict/file-* mpi/wrong' for some
#   make fuzz       differential fuzzing until interrupted (or SECONDS=n)
#   make bench      the benchmark table; bench-actors, bench-urgent: those of the papers
#   make install    to $(DESTDIR)$(PREFIX); make uninstall takes it away again
#   make deb        a Debian package, in $(BUILD)
#   make format     clang-format over the sources
#   make lint       format, a build by clang, clang-tidy over all sources, sanitizers; PARTS=format for one
#   SANITIZE=1      any of these with ASan and UBSan, in build-san

# All cores, unless -j says how many.
ifeq (,$(filter -j%,$(MAKEFLAGS)))
MAKEFLAGS += -j$(shell nproc)
endif

CC       = gcc
BUILD    = build$(if $(SANITIZE),-san)
PREFIX   = /usr/local
DESTDIR  =

WARN     = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror=switch
OPT      = $(if $(SANITIZE),-O1 -fsanitize=address$(,)undefined -fno-sanitize-recover=undefined,-O2)
CFLAGS   = -std=gnu11 -g $(OPT) $(WARN) $(EXTRA)
CPPFLAGS = -Isrc -Iinclude -Itests -D_GNU_SOURCE -MMD -MP
LDFLAGS  = $(if $(SANITIZE),-fsanitize=address$(,)undefined)
LDLIBS   = -ljansson -ldw -lelf -lcapstone -lpthread -lm
,        = ,

SOURCES  = $(filter-out src/mpi/% src/openmp/% src/agent/% src/cluster/% src/cli/start/%,$(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c)) \
           $(wildcard src/agent/native/*.c src/agent/actor/*.c)
LIBRARY  = $(BUILD)/libmz.a
TOOL     = $(BUILD)/mazurka
UNITS    = $(wildcard tests/unit/*.c)
UNIT     = $(BUILD)/unit
FUZZER   = $(BUILD)/fuzz
SUPPORT  = random ranks fuzzing oracle oracle_rules oracle_cancel oracle_patience class judge windows window_text oracle_window \
           oracle_window_memory oracle_window_steps machines audited

.DEFAULT_GOAL = all
.PHONY: all deps demo check bless test-programs fuzz bench format lint clean

all: $(TOOL)

# What must be there before anything is compiled. Demo and check install it first; everything
# else only looks. The stamps are remade when the list of packages changes.
READY = $(BUILD)/.$(if $(filter deps check,$(MAKECMDGOALS)),installed,libraries)
deps: $(BUILD)/.installed
$(BUILD)/.installed: tools/deps tools/packages spec/package.json
	@CC='$(CC)' tools/deps install
	@mkdir -p $(@D) && touch $@ $(BUILD)/.libraries
$(BUILD)/.libraries: tools/deps tools/packages
	@CC='$(CC) $(EXTRA) $(LDFLAGS)' tools/deps $(if $(filter demo,$(MAKECMDGOALS)),build,check)
	@mkdir -p $(@D) && touch $@

# What the agent has, too, is compiled once, as its own; but sanitizers are for the tool alone.
include src/agent/rules.mk
SHARED   = $(if $(SANITIZE),,$(filter $(SOURCES),$(AGENT_SOURCES)))
OBJECTS  = $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(SHARED),$(SOURCES))) $(SHARED:%.c=$(BUILD)/pic/%.o)

$(BUILD)/%.o: %.c | $(READY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# The page is part of the binary, and so is what `mazurka init` writes.
$(BUILD)/src/report/html.o: $(wildcard src/report/page/*)
$(BUILD)/src/cli/cmd_init.o: $(wildcard src/cli/start/*)

$(LIBRARY): $(filter-out $(BUILD)/src/cli/main.o,$(OBJECTS))
	@rm -f $@
	@ar rcs $@ $^

$(TOOL): $(BUILD)/src/cli/main.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(UNIT): $(UNITS:%.c=$(BUILD)/%.o) $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcriterion

$(FUZZER): $(BUILD)/tests/fuzz.o $(BUILD)/tests/fuzz_windows.o $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

demo: $(TOOL)
	@tools/demo $(TOOL)

# What tests/run needs; the rules of tests/*/rules.mk add theirs.
test-programs: all $(UNIT) $(FUZZER)

check: test-programs
	@tests/run -b $(BUILD) $(TESTS)
bless: $(BUILD)/mazurka # writes down what reports say now, for tests/golden
	tests/golden/check $(BUILD) --bless
check-slurm: test-programs # a Slurm of one node, started for the test
	@tools/deps slurm
	@tests/run -b $(BUILD) cluster/slurm
check-builds: test-programs # all test programs, by gcc and clang, optimised or not, with -g and without: an hour
	@tests/builds/check $(BUILD) all
check-%: test-programs
	@tests/run -b $(BUILD) $*

fuzz: $(FUZZER)
	$(FUZZER) --seconds $(or $(SECONDS),1000000)

bench: $(TOOL)
	@bench/run $(TOOL)

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

lint:
	@tools/lint $(PARTS)

clean:
	rm -rf build build-san

-include $(OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/*.d $(BUILD)/tests/*/*.d $(BUILD)/tests/*/*/*.d)
include src/mpi/rules.mk src/openmp/rules.mk src/cluster/rules.mk examples/rules.mk

# Parts of the project that bring their own rules.
-include $(wildcard bench/*/rules.mk tests/*/rules.mk)
include packaging/rules.mk
