# Tests of `mazurka model`; tests/run finds tests/model/check, which runs them.

MODEL_TESTS = $(wildcard tests/model/*.c)
MODEL_UNIT  = $(BUILD)/model-unit

.PHONY: check-model
$(MODEL_UNIT): $(MODEL_TESTS:%.c=$(BUILD)/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcriterion

check: $(MODEL_UNIT)
check-model: $(TOOL) $(MODEL_UNIT)
	@tests/model/check $(BUILD)

-include $(MODEL_TESTS:%.c=$(BUILD)/%.d)
