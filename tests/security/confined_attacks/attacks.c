/* Hostile programs in one: the first argument says which. Status 0 means that it got through, 2 that there is none of that number. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int child(void *unused) { (void)unused; return 0; }
static char stack[65536];

static int connect_unix(const char *name, int abstract) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    strncpy(address.sun_path + abstract, name, sizeof address.sun_path - 2);
    return connect(s, (struct sockaddr *)&address, sizeof(sa_family_t) + abstract + strlen(name));
}

int main(int argc, char **argv) {
    const char *secret = getenv("SECRET"), *out = getenv("OUT");
    int pid = atoi(getenv("PID")), fd;
    struct stat info;
    if (argc < 2) return 2;
    switch (atoi(argv[1])) {
    case 0: return open(secret, O_RDONLY) < 0;
    case 1: return truncate(secret, 0) != 0;
    case 2: return chmod(secret, 0777) != 0;
    case 3: return stat(secret, &info) != 0;
    case 4: return rename(out, "stolen") != 0;
    case 5: return open("/etc/shadow", O_RDONLY) < 0;
    case 6: return mount("x", "src", "tmpfs", 0, 0) != 0;
    case 7: return umount2("conf/policies", MNT_DETACH) != 0;
    case 8: return unshare(CLONE_NEWUSER) != 0;
    case 9: return clone(child, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, 0) < 0;
    case 10: return clone(child, stack + sizeof stack, CLONE_NEWNS | CLONE_VM | SIGCHLD, 0) < 0;
    case 11: return kill(pid, 0) != 0;
    case 12: return ptrace(PTRACE_ATTACH, pid, 0, 0) != 0;
    case 13: return ptrace(PTRACE_SEIZE, 1, 0, 0) != 0;
    case 14: return connect_unix(getenv("SOCKET"), 0) != 0;
    case 15: return connect_unix(getenv("ABSTRACT"), 1) != 0;
    case 16: return socket(AF_VSOCK, SOCK_STREAM, 0) < 0;
    case 17: return syscall(SYS_io_uring_setup, 8, stack) < 0;
    case 18: return syscall(SYS_keyctl, 0, -5, 1) < 0;
    case 19: return syscall(SYS_memfd_create, "x", 0) < 0;
    case 20: return mknod("node", S_IFBLK | 0600, 8 << 8) != 0;
    case 21: fd = open("/dev/null", O_RDONLY); return fchmod(fd, 0600) != 0;
    case 22: fd = open("/usr", O_PATH); return openat(fd, "../etc/shadow", O_RDONLY) < 0;
    case 23: chdir("/"); chdir("../../../.."); return open("boot", O_RDONLY) < 0;
    case 24: fd = open(".", O_RDONLY); return chroot("src") != 0 || fchdir(fd) != 0;
    case 25: return ioctl(0, TIOCSTI, "x") != 0;
    case 26: return renameat2(AT_FDCWD, "conf", AT_FDCWD, "src", RENAME_EXCHANGE) != 0;
    case 27: return rename(".runtime", "m") != 0;
    case 28: return link("runtime.toml", "other.toml") != 0 && open("runtime.toml", O_WRONLY) < 0;
    case 29: return setuid(0) != 0 || open("/etc/shadow", O_RDONLY) < 0;
#ifdef __x86_64__
    case 30: { /* the 32-bit entry, where numbers mean other calls: 21 is mount there */
        long result; pid_t p = fork();
        if (!p) { __asm__ volatile("int $0x80" : "=a"(result) : "a"(20)); _exit(result > 0 ? 0 : 1); }
        int status; waitpid(p, &status, 0); return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    case 31: { pid_t p = fork(); if (!p) _exit(syscall(0x40000000 | 39) > 0 ? 0 : 1);
        int status; waitpid(p, &status, 0); return !(WIFEXITED(status) && WEXITSTATUS(status) == 0); }
#endif
    default: return 2;
    }
}
