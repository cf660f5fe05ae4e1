// What the host offers, each behind a capability; results below zero are -errno in the numbers of WASI preview 1.
#ifndef CATHEDRAL_HOST_H
#define CATHEDRAL_HOST_H

#include <stdint.h>

#define HOST(name) __attribute__((import_module("cathedral"), import_name(#name)))

HOST(log) int32_t host_log(int32_t level, const char *text, uint32_t length);
// A folder reads as its entries: "name", or "name/" for a folder, and a zero byte after each.
HOST(read) int32_t host_read(const char *path, uint32_t path_length, int64_t offset, char *buffer, uint32_t room);

enum { E_ACCES = 2, E_NOENT = 44, E_NOTDIR = 54, E_NOTCAPABLE = 76 };

#endif
