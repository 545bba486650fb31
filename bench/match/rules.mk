# Where the match explorer's time goes, what an outcome of an MPI program costs, and what several processes gain: make
# bench-match.
MATCH_BENCH = $(BUILD)/bench/match/cost
$(MATCH_BENCH): $(BUILD)/bench/match/cost.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

bench-match: $(MATCH_BENCH) $(TOOL)
	@$(MATCH_BENCH)
	@bench/match/outcome $(BUILD)
	@bench/match/jobs $(BUILD)
bench: bench-match
.PHONY: bench-match
