# The match explorer against brute force.
MATCH_FUZZ = $(BUILD)/match-fuzz

$(MATCH_FUZZ): $(BUILD)/tests/match/fuzz.o $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-programs: $(MATCH_FUZZ)
