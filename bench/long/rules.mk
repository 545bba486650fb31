# How the time of an execution grows with its length: make bench-long.
LONG_BENCH = $(BUILD)/bench/long/calls
$(LONG_BENCH): bench/long/calls.c $(TOOL) $(COMPILERS)
	@mkdir -p $(@D)
	$(TOOL) cc -g -O2 $(WARN) -o $@ $<

bench-long: $(LONG_BENCH)
	@bench/long/run $(BUILD)
.PHONY: bench-long
