# The match explorer against brute force, and moved about in its tree.
MATCH_FUZZ = $(BUILD)/match-fuzz $(BUILD)/match-moves

$(MATCH_FUZZ): $(BUILD)/match-%: $(BUILD)/tests/match/%.o $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-programs: $(MATCH_FUZZ)
