# The executor against the interpreter, and programs that try to get away.
AGREE = $(BUILD)/agree
$(AGREE): $(BUILD)/tests/exec/agree.o $(BUILD)/tests/exec/translate.o \
          $(BUILD)/tests/support/random.o $(LIBRARY) | $(AGENT)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(BUILD)/tests/exec/%.o: CPPFLAGS += -Itests

agree: $(AGREE)
	$(AGREE) --programs $(or $(PROGRAMS),300) $(wildcard tests/litmus/*.lit spec/programs/*.lit)
.PHONY: agree

test-programs: $(AGREE) $(NATIVE_EXAMPLES)

-include $(wildcard $(BUILD)/tests/exec/*.d)

HEAPTEST = $(BUILD)/heaptest
$(HEAPTEST): tests/exec/heap.c src/agent/rank/heap.c src/agent/rank/heap.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -fsanitize=undefined -fno-sanitize-recover=all -o $@ \
	    tests/exec/heap.c src/agent/rank/heap.c
test-programs: $(HEAPTEST)
