# Programs with threads, beside published figures of other tools: make bench-threads. BENCH_TIME (seconds) limits each row.
THREADS_BENCH = $(BUILD)/bench/threads/classics
$(THREADS_BENCH): bench/threads/classics.c $(TOOL) $(COMPILERS)
	@mkdir -p $(@D)
	$(TOOL) cc --threads -g -O2 $(WARN) -o $@ $<

bench-threads: $(THREADS_BENCH)
	@bench/threads/run $(BUILD)
.PHONY: bench-threads
