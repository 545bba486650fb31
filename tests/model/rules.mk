# Tests of `mazurka model`: unit and differential tests, then the command line.

MODEL_TESTS = $(wildcard tests/model/*.c)
MODEL_UNIT  = $(BUILD)/model-unit

.PHONY: check-model
$(MODEL_UNIT): $(MODEL_TESTS:%.c=$(BUILD)/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcriterion

check-model: $(TOOL) $(MODEL_UNIT)
	@$(MODEL_UNIT) --short-filename
	@for t in tests/model/*.sh; do [ ! -e "$$t" ] || sh "$$t" $(TOOL) || exit 1; done

check: check-model
-include $(MODEL_TESTS:%.c=$(BUILD)/%.d)
