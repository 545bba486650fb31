# Actor programs: the examples, programs that go wrong, and the differential fuzzer.
ACTOR_FUZZER   = $(BUILD)/actor-fuzz
ACTOR_FAULTS   = $(BUILD)/actor-faults $(BUILD)/actor-cxx

test-programs: $(ACTOR_PROGRAMS) $(ACTOR_FUZZER) $(ACTOR_FAULTS)

$(BUILD)/actor-faults: tests/actor/faults.c include/mazurka_actor.h $(AGENT)
	$(CC) -o $@ $< $(ACTOR_LINK) -Wl,-rpath,'$$ORIGIN'

$(BUILD)/actor-cxx: tests/actor/cxx.cpp include/mazurka_actor.h $(AGENT)
	g++ -g -O1 -Wall -Wextra -o $@ $< -Iinclude -L$(BUILD) -lmazurka -Wl,-rpath,'$$ORIGIN'

$(ACTOR_FUZZER): $(BUILD)/tests/actor/fuzz.o $(BUILD)/tests/support/judge.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
