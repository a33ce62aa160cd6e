#ifndef HEARTH_PAYLOAD_H
#define HEARTH_PAYLOAD_H
#endif
