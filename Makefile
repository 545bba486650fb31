# Mazurka. `make demo` and `make check` do everything on a fresh machine; the
# rest is for people who work on it. Everything built lands in $(BUILD).
#
#   make            the tool: build/mazurka
#   make demo       install what is missing, build, find a real bug and draw it
#   make check      the same, then every test; TESTS='verdict/file-* mpi/wrong' for some
#   make fuzz       differential fuzzing until interrupted (or SECONDS=n)
#   make bench      the benchmark table
#   make install    to $(PREFIX)
#   make format     clang-format over the sources
#   make tidy       clang-tidy over the sources
#   SANITIZE=1      any of these with ASan and UBSan, in build-san

CC       = gcc
BUILD    = build$(if $(SANITIZE),-san)
PREFIX   = /usr/local
DESTDIR  =

WARN     = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror=switch
OPT      = $(if $(SANITIZE),-O1 -fsanitize=address$(,)undefined -fno-sanitize-recover=undefined,-O2)
CFLAGS   = -std=gnu11 -g $(OPT) $(WARN) $(EXTRA)
CPPFLAGS = -Isrc -Iinclude -Itests -D_GNU_SOURCE -MMD -MP
LDFLAGS  = $(if $(SANITIZE),-fsanitize=address$(,)undefined)
LDLIBS   = -ljansson -ldw -lpthread -lm
,        = ,

SOURCES  = $(filter-out src/mpi/% src/exec/agent/%,$(wildcard src/*/*.c src/*/*/*.c))
OBJECTS  = $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY  = $(BUILD)/libmz.a
TOOL     = $(BUILD)/mazurka
UNITS    = $(wildcard tests/unit/*.c)
UNIT     = $(BUILD)/unit
FUZZER   = $(BUILD)/fuzz
SUPPORT  = random ranks oracle oracle_rules oracle_cancel class judge

.PHONY: all deps demo check test-programs fuzz bench install format tidy clean
.DEFAULT_GOAL = all

all: $(TOOL)

# The stamp is remade when the list of packages changes.
DEPS = $(BUILD)/.deps
deps: $(DEPS)
$(DEPS): tools/install-deps spec/package.json
	@tools/install-deps
	@mkdir -p $(@D) && touch $@

$(BUILD)/%.o: %.c | $(DEPS)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(LIBRARY): $(filter-out $(BUILD)/src/cli/main.o,$(OBJECTS))
	@rm -f $@
	@ar rcs $@ $^

$(TOOL): $(BUILD)/src/cli/main.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(UNIT): $(UNITS:%.c=$(BUILD)/%.o) $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcriterion

$(FUZZER): $(BUILD)/tests/fuzz.o $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

demo: $(TOOL)
	@tools/demo $(TOOL)

# What tests/run needs; the rules of tests/*/rules.mk add theirs.
test-programs: $(TOOL) $(UNIT) $(FUZZER)

check: test-programs
	@tests/run -b $(BUILD) $(TESTS)
check-%: test-programs
	@tests/run -b $(BUILD) $*

fuzz: $(FUZZER)
	$(FUZZER) --seconds $(or $(SECONDS),1000000)

bench: $(TOOL)
	@bench/run $(TOOL)

install: $(TOOL)
	install -D -m 755 $(TOOL) $(DESTDIR)$(PREFIX)/bin/mazurka
	$(TOOL) man > $(BUILD)/mazurka.1
	install -D -m 644 $(BUILD)/mazurka.1 $(DESTDIR)$(PREFIX)/share/man/man1/mazurka.1
	for shell in bash zsh fish; do $(TOOL) completion $$shell > $(BUILD)/mazurka.$$shell; done
	install -D -m 644 $(BUILD)/mazurka.bash \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/mazurka
	install -D -m 644 $(BUILD)/mazurka.zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_mazurka
	install -D -m 644 $(BUILD)/mazurka.fish \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/mazurka.fish

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

tidy:
	clang-tidy --quiet $(SOURCES) -- -std=gnu11 $(filter-out -MMD -MP,$(CPPFLAGS))

clean:
	rm -rf build build-san

-include $(OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/*.d $(BUILD)/tests/*/*.d $(BUILD)/tests/*/*/*.d)
-include src/exec/rules.mk src/mpi/rules.mk

# Parts of the project that bring their own rules.
-include $(wildcard bench/*/rules.mk tests/*/rules.mk)
