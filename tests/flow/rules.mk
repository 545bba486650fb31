# The control flow of binaries against what programs do.
FLOW_JUDGE = $(BUILD)/flow-judge
FLOW_STEPS = $(BUILD)/tests/flow/libsteps.so

$(FLOW_JUDGE): $(BUILD)/tests/flow/judge.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(FLOW_STEPS): tests/flow/steps.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -shared -fPIC -o $@ $<

test-programs: $(FLOW_JUDGE) $(FLOW_STEPS)
