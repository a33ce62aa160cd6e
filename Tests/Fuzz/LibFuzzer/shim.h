#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer has no header of its own for this. The library comes with -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));
