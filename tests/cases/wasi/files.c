/* A program of an ordinary C library that does what programs do with files, and prints how each step went:
   its name, and 0 or the name of the error. Two hosts that agree on it print the same. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void put(const char *text) { write(1, text, strlen(text)); }

static void number(long value) {
    char digits[24], *at = digits + 23;
    *at = 0;
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    put(at);
}

static const char *error(void) {
    switch (errno) {
    case EACCES: return "EACCES";
    case EBADF: return "EBADF";
    case EEXIST: return "EEXIST";
    case EINVAL: return "EINVAL";
    case EISDIR: return "EISDIR";
    case ELOOP: return "ELOOP";
    case ENAMETOOLONG: return "ENAMETOOLONG";
    case ENOENT: return "ENOENT";
    case ENOTCAPABLE: return "ENOTCAPABLE";
    case ENOTDIR: return "ENOTDIR";
    case ENOTEMPTY: return "ENOTEMPTY";
    case EPERM: return "EPERM";
    case ESPIPE: return "ESPIPE";
    default: return "?";
    }
}

static long said(const char *step, long result) {
    put(step);
    put(" ");
    if (result < 0)
        put(error());
    else
        number(result);
    put("\n");
    return result;
}

static void state(const char *step, const char *path, int follow) {
    struct stat info;
    if (said(step, follow ? stat(path, &info) : lstat(path, &info)) == 0) {
        put(S_ISDIR(info.st_mode) ? "  folder" : S_ISLNK(info.st_mode) ? "  link" : "  file");
        if (S_ISREG(info.st_mode)) {
            put(" ");
            number((long)info.st_size);
            put(" ");
            number((long)info.st_nlink);
        }
        put("\n");
    }
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void list(const char *path) {
    char *names[32];
    int count = 0;
    DIR *folder = opendir(path);
    struct dirent *entry;
    if (said("opendir", folder ? 0 : -1) < 0) return;
    while ((entry = readdir(folder)) && count < 32) names[count++] = strdup(entry->d_name);
    qsort(names, (size_t)count, sizeof *names, by_name);
    for (int index = 0; index < count; index++) {
        put("  ");
        put(names[index]);
        put("\n");
    }
    closedir(folder);
}

int main(int argc, char **argv) {
    char buffer[64], long_name[400];
    struct timespec now, times[2] = {{5, 7}, {9, 11}};
    int fd, other;
    memset(long_name, 'n', 399);
    long_name[399] = 0;
    said("arguments", argc);
    put(argc > 1 ? argv[1] : "");
    put(getenv("GREETING") ? getenv("GREETING") : "");
    put("\n");
    said("stdin", read(0, buffer, sizeof buffer));
    said("stdin at its end", read(0, buffer, sizeof buffer));
    said("seek stdin", lseek(0, 0, SEEK_SET));
    said("clock", clock_gettime(CLOCK_REALTIME, &now));
    said("mkdir", mkdir("d", 0777));
    said("mkdir again", mkdir("d", 0777));
    said("mkdir below nothing", mkdir("no/d", 0777));
    fd = (int)said("create", open("d/f", O_CREAT | O_EXCL | O_RDWR, 0666));
    said("create again", open("d/f", O_CREAT | O_EXCL | O_RDWR, 0666));
    said("write", write(fd, "hello world", 11));
    said("seek", lseek(fd, -5, SEEK_CUR));
    said("read", read(fd, buffer, 64));
    said("pwrite", pwrite(fd, "H", 1, 0));
    said("pread", pread(fd, buffer, 5, 0));
    said("seek before the start", lseek(fd, -1, SEEK_SET));
    said("truncate", ftruncate(fd, 4));
    said("sync", fsync(fd));
    said("times", futimens(fd, times));
    state("stat", "d/f", 1);
    said("close", close(fd));
    said("close again", close(fd));
    fd = (int)said("append", open("d/f", O_WRONLY | O_APPEND));
    said("seek to the start", lseek(fd, 0, SEEK_SET));
    said("append there", write(fd, "!!", 2));
    said("read what is only written", read(fd, buffer, 1));
    close(fd);
    fd = (int)said("open for reading", open("d/f", O_RDONLY));
    said("write what is only read", write(fd, "x", 1));
    close(fd);
    said("symlink", symlink("f", "d/l"));
    said("absolute symlink", symlink("/etc/passwd", "d/a"));
    said("loop", symlink("x", "d/x"));
    said("open the loop", open("d/x", O_RDONLY));
    said("open a link as itself", open("d/l", O_RDONLY | O_NOFOLLOW));
    state("stat a link", "d/l", 1);
    state("lstat a link", "d/l", 0);
    said("readlink", readlink("d/l", buffer, sizeof buffer));
    said("readlink of a file", readlink("d/f", buffer, sizeof buffer));
    said("link", link("d/f", "d/g"));
    said("link to what is there", link("d/f", "d/g"));
    state("stat after a link", "d/g", 1);
    said("open a folder for writing", open("d", O_WRONLY));
    said("open a file as a folder", open("d/f", O_RDONLY | O_DIRECTORY));
    said("open below a file", open("d/f/x", O_RDONLY));
    said("open with a slash", open("d/f/", O_RDONLY));
    said("open nothing", open("d/none", O_RDONLY));
    said("open a long name", open(long_name, O_RDONLY));
    said("open upwards", open("d/../../x", O_RDONLY));
    list("d");
    said("rename", rename("d/g", "d/h"));
    said("rename a folder onto a file", rename("d", "d/h"));
    said("rename nothing", rename("d/none", "d/i"));
    said("rmdir with names in it", rmdir("d"));
    said("rmdir of a file", rmdir("d/f"));
    said("unlink of a folder", unlink("d"));
    said("unlink nothing", unlink("d/none"));
    other = open("d", O_RDONLY | O_DIRECTORY);
    said("openat", openat(other, "f", O_RDONLY) >= 0 ? 0 : -1);
    said("openat upwards", openat(other, "../d/f", O_RDONLY));
    said("read a folder", read(other, buffer, 1));
    said("unlink", unlink("d/f") + unlink("d/h") + unlink("d/l") + unlink("d/x"));
    list("d");
    said("rmdir", rmdir("d"));
    list(".");
    return 3;
}
