# Where the match explorer's time goes: make bench-match.
MATCH_BENCH = $(BUILD)/bench/match/cost
$(MATCH_BENCH): $(BUILD)/bench/match/cost.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

bench-match: $(MATCH_BENCH)
	@$(MATCH_BENCH)
bench: bench-match
.PHONY: bench-match
