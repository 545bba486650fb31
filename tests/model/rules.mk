# Tests of `mazurka model`.

MODEL_TESTS = $(wildcard tests/model/*.c)
MODEL_UNIT  = $(BUILD)/model-unit

$(MODEL_UNIT): $(MODEL_TESTS:%.c=$(BUILD)/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcriterion

test-programs: $(MODEL_UNIT)

-include $(MODEL_TESTS:%.c=$(BUILD)/%.d)
