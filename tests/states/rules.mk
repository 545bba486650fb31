# The states explorer against brute force.
STATES_FUZZ = $(BUILD)/states-fuzz

$(STATES_FUZZ): $(BUILD)/tests/states/fuzz.o $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-programs: $(STATES_FUZZ)
