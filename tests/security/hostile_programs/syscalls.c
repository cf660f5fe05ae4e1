/* Asks the kernel for what no program of a tool has a use for, and says what it was not refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void through(const char *name, long result) {
    if (result >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES && errno != EAFNOSUPPORT && errno != ENOSPC))
        printf("THROUGH %s %ld %d\n", name, result, errno);
}

int main(int count, char **words) {
    if (count > 1 && !strcmp(words[1], "--describe"))
        return puts("{\"name\": \"syscalls\", \"description\": \"d\", \"parameters\": {\"type\": \"object\"}}") < 0;
    through("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0));
    through("unshare user", unshare(CLONE_NEWUSER));
    through("unshare mounts", unshare(CLONE_NEWNS));
    through("memfd_create", syscall(SYS_memfd_create, "x", 0));
    through("io_uring_setup", syscall(SYS_io_uring_setup, 1, 0));
    through("bpf", syscall(SYS_bpf, 0, 0, 0));
    through("perf_event_open", syscall(SYS_perf_event_open, 0, 0, 0, 0, 0));
    through("keyctl", syscall(SYS_keyctl, 0, 0, 0, 0, 0));
    through("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, 0));
    through("pivot_root", syscall(SYS_pivot_root, ".", "."));
    through("open_by_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, 0, O_RDONLY));
    through("packet socket", socket(AF_PACKET, SOCK_RAW, 0));
    through("process_vm_readv", syscall(SYS_process_vm_readv, 1, 0, 0, 0, 0, 0));
    puts("done");
    return 0;
}
