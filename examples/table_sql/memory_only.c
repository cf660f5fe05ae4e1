// The system that SQLite runs on here: it has memory, a clock and random bytes, and no file can be opened.
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "sqlite3.h"

static const sqlite3_int64 UNIX_EPOCH_JULIAN_MS = 210866760000000;

static int open_nothing(sqlite3_vfs *, sqlite3_filename, sqlite3_file *file, int, int *) {
    file->pMethods = NULL;
    return SQLITE_CANTOPEN;
}

static int delete_nothing(sqlite3_vfs *, const char *, int) { return SQLITE_IOERR_DELETE; }

static int find_nothing(sqlite3_vfs *, const char *, int, int *found) { return *found = 0, SQLITE_OK; }

static int full_name(sqlite3_vfs *, const char *name, int room, char *full) {
    return sqlite3_snprintf(room, full, "%s", name), SQLITE_OK;
}

static int randomness(sqlite3_vfs *, int count, char *bytes) {
    memset(bytes, 0, (size_t)count);
    return getentropy(bytes, (size_t)(count < 256 ? count : 256)) == 0 ? count : 0;
}

static int sleep_not(sqlite3_vfs *, int) { return 0; }

static int now_ms(sqlite3_vfs *, sqlite3_int64 *julian_ms) {
    return *julian_ms = UNIX_EPOCH_JULIAN_MS + (sqlite3_int64)time(NULL) * 1000, SQLITE_OK;
}

static int now_days(sqlite3_vfs *vfs, double *julian_days) {
    sqlite3_int64 ms;
    now_ms(vfs, &ms);
    return *julian_days = (double)ms / 86400000.0, SQLITE_OK;
}

static int last_error(sqlite3_vfs *, int, char *) { return 0; }

int sqlite3_os_init(void) {
    static sqlite3_vfs memory_only = {
        .iVersion = 2, .szOsFile = sizeof(sqlite3_file), .mxPathname = 512, .zName = "memory_only",
        .xOpen = open_nothing, .xDelete = delete_nothing, .xAccess = find_nothing, .xFullPathname = full_name,
        .xRandomness = randomness, .xSleep = sleep_not, .xCurrentTime = now_days, .xCurrentTimeInt64 = now_ms,
        .xGetLastError = last_error,
    };
    return sqlite3_vfs_register(&memory_only, 1);
}

int sqlite3_os_end(void) { return SQLITE_OK; }
