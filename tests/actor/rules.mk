# Actor programs: the examples, programs that go wrong, and the differential fuzzer.
ACTOR_PROGRAMS = $(patsubst examples/actor/%.c,$(BUILD)/actor/%,$(wildcard examples/actor/*.c))
ACTOR_FUZZER   = $(BUILD)/actor-fuzz
ACTOR_FAULTS   = $(BUILD)/actor-faults $(BUILD)/actor-cxx

.PHONY: actors
actors: $(ACTOR_PROGRAMS)
test-programs: $(ACTOR_PROGRAMS) $(ACTOR_FUZZER) $(ACTOR_FAULTS)

ACTOR_LINK = -std=gnu11 -g -O1 $(WARN) -Iinclude -L$(BUILD) -lmazurka

$(BUILD)/actor/%: examples/actor/%.c include/mazurka_actor.h $(AGENT)
	@mkdir -p $(@D)
	$(CC) -o $@ $< $(ACTOR_LINK) -Wl,-rpath,'$$ORIGIN/..'

$(BUILD)/actor-faults: tests/actor/faults.c include/mazurka_actor.h $(AGENT)
	$(CC) -o $@ $< $(ACTOR_LINK) -Wl,-rpath,'$$ORIGIN'

$(BUILD)/actor-cxx: tests/actor/cxx.cpp include/mazurka_actor.h $(AGENT)
	g++ -g -O1 -Wall -Wextra -o $@ $< -Iinclude -L$(BUILD) -lmazurka -Wl,-rpath,'$$ORIGIN'

$(ACTOR_FUZZER): $(BUILD)/tests/actor/fuzz.o $(BUILD)/tests/support/judge.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
