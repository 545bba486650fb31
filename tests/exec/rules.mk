# The executor against the interpreter, and programs that try to get away.
AGREE = $(BUILD)/agree
$(AGREE): $(BUILD)/tests/exec/agree.o $(BUILD)/tests/exec/translate.o \
          $(BUILD)/tests/support/random.o $(LIBRARY) | $(AGENT)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(BUILD)/tests/exec/%.o: CPPFLAGS += -Itests

agree: $(AGREE)
	$(AGREE) --programs $(or $(PROGRAMS),300) $(wildcard tests/litmus/*.lit spec/programs/*.lit)
.PHONY: agree

-include $(wildcard $(BUILD)/tests/exec/*.d)

check-exec: $(TOOL) $(AGREE) $(NATIVE_EXAMPLES)
	@tests/exec/run $(BUILD)
	@tests/exec/faults $(BUILD)
	@$(AGREE) --programs 40 $(wildcard examples/litmus/*.lit tests/litmus/*.lit spec/programs/*.lit)
	@$(AGREE) --programs 20 --seed 100 --images root
	@$(AGREE) --programs 20 --seed 200 --images every --memory 20000
check: check-exec
.PHONY: check-exec
