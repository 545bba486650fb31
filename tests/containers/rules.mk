# A command under the rules of a container.
CONFINED = $(BUILD)/tests/containers/confined
$(CONFINED): tests/containers/confined.c
	@mkdir -p $(@D)
	printf '#include <sys/syscall.h>\n' | $(CC) -E -dM - | sed -n 's/^#define __NR_\([a-z0-9_]*\) \([0-9]*\)$$/CALL("\1", \2)/p' >$(@D)/calls.h
	$(CC) $(CPPFLAGS) $(CFLAGS) -I$(@D) -o $@ $<
test-programs: $(CONFINED)
