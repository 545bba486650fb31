# Installing and packaging. packaging/install knows which files go where.
VERSION = $(shell sed -n 's/^\#define MZ_VERSION "\(.*\)"/\1/p' src/base/version.h)

.PHONY: install uninstall deb
install: all
	@packaging/install $(BUILD) '$(DESTDIR)$(PREFIX)'

uninstall:
	@packaging/uninstall '$(DESTDIR)$(PREFIX)'

deb: all
	@packaging/deb $(BUILD) $(VERSION)
