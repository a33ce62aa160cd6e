#include <libnova/julian_day.h>
#include <libnova/ln_types.h>
#include <libnova/rise_set.h>
#include <libnova/solar.h>
#include <libnova/transform.h>
