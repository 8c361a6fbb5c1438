// The wall around a command on Linux: it restricts itself as a policy says, then becomes the command.
//
//   sandbox POLICY PROGRAM [ARGUMENT...]   runs a program behind the wall
//   sandbox --probe                        prints what this system has: the Landlock ABI, whether namespaces may be made
//
// The pid stays the same and nothing waits for it: whoever watches the command by pid and process group notices nothing.
// What cannot be set up ends it with code 126 before the command has started. It uses no C library, so that one small
// static binary runs on any distribution; scripts/sandbox.ts builds it.
//
// A policy is a list of records, each a letter and a path, ended by NUL; what is above comes before what is below:
//
//   m         make a mount namespace, and a network namespace where `n` is there too
//   n         no network
//   k PATH    stays visible below a hidden directory
//   h PATH    hidden: an empty directory, or an empty file, takes its place
//   b PATH    can be written but not moved away or replaced
//   p PATH    read-only, whatever is above it
//   r PATH    can be read and executed, with all below it
//   l PATH    directories can be listed, with all below it
//   w PATH    can be read, written and executed, with all below it
//   d PATH    a device, or a directory of them
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/mount.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <asm/stat.h>
#include <stddef.h>
#include <stdint.h>
#include <asm/unistd.h>

// --- system calls -------------------------------------------------------------------------------------------------

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
static long call(long number, long a, long b, long c, long d, long e) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8) : "rcx", "r11", "memory");
  return result;
}
__asm__(".globl _start\n_start:\n mov %rsp, %rdi\n and $-16, %rsp\n call begin\n");
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
static long call(long number, long a, long b, long c, long d, long e) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
  return x0;
}
__asm__(".globl _start\n_start:\n mov x0, sp\n bl begin\n");
#else
#error "There is no sandbox for this architecture."
#endif

#define CALL(name, a, b, c, d, e) call(__NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))

enum { EPERM_ = 1, ENOENT_ = 2, EACCES_ = 13, EEXIST_ = 17, ENOTDIR_ = 20, ENOSYS_ = 38, EBADFD_ = 77 };
enum { AT_CWD = -100, RECURSIVE = 0x8000 };
enum { FOR_WRITING = 1, FOR_PATH = 010000000, CLOSE_ON_EXEC = 02000000 };

// The compiler may call these whatever it is told.
void *memset(void *to, int byte, size_t size) {
  for (size_t i = 0; i < size; i++) ((volatile char *)to)[i] = (char)byte;
  return to;
}

static size_t length_of(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

static void say(int file, const char *text) { CALL(write, file, text, length_of(text), 0, 0); }

static char *decimal(long value, char *end) {
  *--end = 0;
  do *--end = (char)('0' + value % 10); while (value /= 10);
  return end;
}

static void fail(const char *what, const char *path, long result) {
  char digits[24];
  say(2, "The sandbox could not be set up, so the command was not run: ");
  say(2, what);
  if (path) { say(2, " "); say(2, path); }
  say(2, " (error ");
  say(2, decimal(-result, digits + sizeof digits));
  say(2, ")\n");
  CALL(exit_group, 126, 0, 0, 0, 0);
}

static long must(long result, const char *what, const char *path) {
  if (result < 0) fail(what, path, result);
  return result;
}

// --- the policy ---------------------------------------------------------------------------------------------------

static char policy[1 << 20];
static long policy_size;

static char *first_record(void) { return policy_size > 0 ? policy : 0; }

static char *next_record(char *record) {
  char *next = record + length_of(record) + 1;
  return next < policy + policy_size ? next : 0;
}

static int has_record(char kind) {
  for (char *record = first_record(); record; record = next_record(record))
    if (*record == kind) return 1;
  return 0;
}

static void read_policy(const char *file) {
  long fd = must(CALL(openat, AT_CWD, file, CLOSE_ON_EXEC, 0, 0), "its policy cannot be read:", file);
  for (;;) {
    long got = must(CALL(read, fd, policy + policy_size, sizeof policy - policy_size, 0, 0), "its policy cannot be read:", file);
    if (got == 0) break;
    policy_size += got;
    if (policy_size == sizeof policy) fail("its policy is too long:", file, -1);
  }
  if (policy_size == 0 || policy[policy_size - 1] != 0) fail("its policy is not whole:", file, -1);
  CALL(close, fd, 0, 0, 0, 0);
}

// --- namespaces ---------------------------------------------------------------------------------------------------

static long write_file(const char *file, const char *text) {
  long fd = CALL(openat, AT_CWD, file, FOR_WRITING | CLOSE_ON_EXEC, 0, 0);
  if (fd < 0) return fd;
  long wrote = CALL(write, fd, text, length_of(text), 0, 0);
  CALL(close, fd, 0, 0, 0, 0);
  return wrote;
}

// The same user inside and outside: "1000 1000 1".
static long map_id(const char *file, long id) {
  char text[64], digits[24];
  char *number = decimal(id, digits + sizeof digits);
  size_t at = 0;
  for (int times = 0; times < 2; times++) {
    for (size_t i = 0; number[i]; i++) text[at++] = number[i];
    text[at++] = ' ';
  }
  text[at++] = '1';
  text[at] = 0;
  return write_file(file, text);
}

static long unshare_namespaces(int flags) {
  long user = CALL(getuid, 0, 0, 0, 0, 0), group = CALL(getgid, 0, 0, 0, 0, 0);
  long result = CALL(unshare, flags, 0, 0, 0, 0);
  if (result != -EPERM_) return result;
  // Without the right to do so, only in a user namespace of one's own.
  result = CALL(unshare, flags | CLONE_NEWUSER, 0, 0, 0, 0);
  if (result < 0) return result;
  write_file("/proc/self/setgroups", "deny");
  result = map_id("/proc/self/uid_map", user);
  if (result < 0) return result;
  return map_id("/proc/self/gid_map", group);
}

enum { BIND = 4096, REC = 16384, PRIVATE = 1 << 18, NOSUID = 2, NODEV = 4 };

static long make_private(void) { return CALL(mount, 0, "/", 0, REC | PRIVATE, 0); }

static long read_only(const char *path, int flags) {
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
  return CALL(mount_setattr, AT_CWD, path, flags, &attributes, sizeof attributes);
}

static long is_directory(const char *path) {
  long fd = CALL(openat, AT_CWD, path, FOR_PATH | CLOSE_ON_EXEC, 0, 0);
  if (fd < 0) return fd;
  struct stat status;
  long result = CALL(fstat, fd, &status, 0, 0, 0);
  CALL(close, fd, 0, 0, 0, 0);
  return result < 0 ? result : (status.st_mode & 0170000) == 0040000;
}

static int is_missing(long result) { return result == -ENOENT_ || result == -ENOTDIR_; }

static void hide(const char *path) {
  long directory = is_directory(path);
  // What this user cannot reach, the command cannot either.
  if (is_missing(directory) || directory == -EACCES_) return;
  must(directory, "this cannot be hidden:", path);
  if (directory) must(CALL(mount, "tmpfs", path, "tmpfs", NOSUID | NODEV, "mode=755,size=1m"), "this cannot be hidden:", path);
  else must(CALL(mount, "/dev/null", path, 0, BIND, 0), "this cannot be hidden:", path);
}

static void make_directories(char *path) {
  for (char *at = path + 1;; at++) {
    if (*at != '/' && *at != 0) continue;
    char kept = *at;
    *at = 0;
    long made = CALL(mkdirat, AT_CWD, path, 0755, 0, 0);
    *at = kept;
    if (made < 0 && made != -EEXIST_) {
      if (!kept) must(made, "this cannot be kept visible:", path);
    }
    if (!kept) return;
  }
}

static void bind_to_itself(const char *path) {
  long result = CALL(mount, path, path, 0, BIND | REC, 0);
  if (!is_missing(result)) must(result, "this cannot be protected:", path);
}

static char here[4096];

// A copy of what is mounted at a path, as it is before anything is hidden or made read-only.
static int copy_mounts(const char *path) {
  long copy = CALL(open_tree, AT_CWD, path, 1 /* clone */ | CLOSE_ON_EXEC | RECURSIVE, 0, 0);
  if (is_missing(copy) || copy == -EACCES_) return -1;
  return (int)must(copy, "this cannot be mounted:", path);
}

static void mount_copy(int copy, char *path) {
  if (copy >= 0) must(CALL(move_mount, copy, "", AT_CWD, path, 4 /* the copy itself */), "this cannot be mounted:", path);
}

static void make_namespaces(int network) {
  must(unshare_namespaces(CLONE_NEWNS | (network ? 0 : CLONE_NEWNET)), "no namespace can be made", 0);
  must(make_private(), "the mounts cannot be made private", 0);
  static int copies[4096];
  int count = 0;
  for (char *record = first_record(); record; record = next_record(record)) {
    if (*record != 'k' && *record != 'w') continue;
    if (count == 4096) fail("it names too many places", 0, -1);
    copies[count++] = copy_mounts(record + 1);
  }
  // Landlock sees no change of a file's mode, owner or times. A read-only mount does.
  must(read_only("/", RECURSIVE), "the mounts cannot be made read-only", 0);
  count = 0;
  for (char *record = first_record(); record; record = next_record(record)) {
    if (*record == 'w') mount_copy(copies[count], record + 1);
    count += *record == 'k' || *record == 'w';
  }
  for (char *record = first_record(); record; record = next_record(record))
    if (*record == 'h') hide(record + 1);
  count = 0;
  for (char *record = first_record(); record; record = next_record(record)) {
    if (*record == 'k' && copies[count] >= 0) {
      make_directories(record + 1);
      mount_copy(copies[count], record + 1);
    }
    count += *record == 'k' || *record == 'w';
  }
  // What is written there would be lost.
  for (char *record = first_record(); record; record = next_record(record))
    if (*record == 'h' && is_directory(record + 1) == 1) must(read_only(record + 1, 0), "this cannot be hidden:", record + 1);
  for (char *record = first_record(); record; record = next_record(record))
    if (*record == 'b' || *record == 'p') {
      bind_to_itself(record + 1);
      if (*record != 'p') continue;
      long result = read_only(record + 1, RECURSIVE);
      if (!is_missing(result)) must(result, "this cannot be protected:", record + 1);
    }
  // What was entered before is below the new mounts.
  must(CALL(chdir, here, 0, 0, 0, 0), "the directory cannot be entered:", here);
}

// Programs reach themselves on their own loopback, and nothing else.
static void start_loopback(void) {
  long socket = CALL(socket, 2, 2, 0, 0, 0);
  if (socket < 0) return;
  struct { char name[16]; short flags; char unused[22]; } request = {.name = "lo", .flags = 1 /* up */ | 64 /* running */};
  CALL(ioctl, socket, 0x8914 /* SIOCSIFFLAGS */, &request, 0, 0);
  CALL(close, socket, 0, 0, 0, 0);
}

// --- Landlock -----------------------------------------------------------------------------------------------------
// Written out: the headers of a build machine may be older than the system that the program runs on.

enum {
  EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3, REMOVE_DIR = 1 << 4, REMOVE_FILE = 1 << 5,
  MAKE_CHAR = 1 << 6, MAKE_DIR = 1 << 7, MAKE_REG = 1 << 8, MAKE_SOCK = 1 << 9, MAKE_FIFO = 1 << 10, MAKE_BLOCK = 1 << 11,
  MAKE_SYM = 1 << 12, REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL_DEV = 1 << 15,
  READ = EXECUTE | READ_FILE | READ_DIR,
  WRITE = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SOCK | MAKE_FIFO | MAKE_SYM | REFER | TRUNCATE,
  DEVICE = READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | IOCTL_DEV,
  OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
};
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };

struct ruleset { uint64_t files, network, scoped; };
struct rule { uint64_t allowed; int32_t parent; } __attribute__((packed));

static long landlock_abi(void) { return call(CREATE_RULESET, 0, 0, 1, 0, 0); }

static void add_rule(long ruleset, long fd, uint64_t allowed, const char *path) {
  struct rule rule = {.allowed = allowed, .parent = (int32_t)fd};
  long result = call(ADD_RULE, ruleset, 1, (long)&rule, 0, 0);
  if (result == -EBADFD_) return;
  must(result, "this cannot be allowed:", path);
}

static void restrict_files(long abi) {
  uint64_t handled = (1 << 13) - 1;
  if (abi >= 2) handled |= REFER;
  if (abi >= 3) handled |= TRUNCATE;
  if (abi >= 5) handled |= IOCTL_DEV;
  // Signals and abstract sockets of processes outside are out of reach.
  struct ruleset wanted = {.files = handled, .scoped = abi >= 6 ? 3 : 0};
  size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  long ruleset = must(call(CREATE_RULESET, (long)&wanted, (long)size, 0, 0, 0), "Landlock refuses the ruleset", 0);
  for (char *record = first_record(); record; record = next_record(record)) {
    uint64_t allowed = *record == 'r' ? READ : *record == 'l' ? READ_DIR : *record == 'w' ? WRITE : *record == 'd' ? DEVICE : 0;
    if (!allowed) continue;
    long fd = CALL(openat, AT_CWD, record + 1, FOR_PATH | CLOSE_ON_EXEC, 0, 0);
    // What is not there, or may not be seen by this user, needs no permission.
    if (fd < 0) continue;
    if (!is_directory(record + 1)) allowed &= OF_FILES;
    if (allowed & handled) add_rule(ruleset, fd, allowed & handled, record + 1);
    CALL(close, fd, 0, 0, 0, 0);
  }
  // The output is a file that is open already. Programs open it again as /dev/stdout.
  for (int fd = 1; fd <= 2; fd++) {
    struct rule rule = {.allowed = (WRITE_FILE | TRUNCATE) & handled, .parent = fd};
    call(ADD_RULE, ruleset, 1, (long)&rule, 0, 0);
  }
  must(call(RESTRICT_SELF, ruleset, 0, 0, 0, 0), "Landlock refuses to restrict", 0);
  CALL(close, ruleset, 0, 0, 0, 0);
}

// --- privileges and system calls ----------------------------------------------------------------------------------

// What root needs for ordinary work with files. Nothing that reaches the system beyond them.
static const uint64_t kept_capabilities = 1ull << CAP_CHOWN | 1ull << CAP_DAC_OVERRIDE | 1ull << CAP_FOWNER | 1ull << CAP_FSETID |
                                          1ull << CAP_SETGID | 1ull << CAP_SETUID | 1ull << CAP_NET_BIND_SERVICE;

static void drop_privileges(void) {
  for (long capability = 0; capability < 64; capability++)
    if (!(kept_capabilities >> capability & 1)) CALL(prctl, PR_CAPBSET_DROP, capability, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2];
  if (CALL(capget, &header, data, 0, 0, 0) == 0) {
    for (int half = 0; half < 2; half++) {
      uint32_t kept = (uint32_t)(kept_capabilities >> 32 * half);
      data[half].effective &= kept;
      data[half].permitted &= kept;
      data[half].inheritable = 0;
    }
    must(CALL(capset, &header, data, 0, 0, 0), "privileges cannot be dropped", 0);
  }
  must(CALL(prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "new privileges cannot be refused", 0);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(value, steps) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (steps))
#define SKIP_IF(value, steps) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (steps), 0)
#define GIVE(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE(error) GIVE(SECCOMP_RET_ERRNO | (error))
#define REFUSE_CALL(number, error) SKIP_UNLESS(number, 1), REFUSE(error)

// Without a network, sockets are for the process itself: on its own loopback where it has one, else none at all.
static void restrict_calls(int network, int namespaces, long abi) {
  const uint32_t none = 0xffffffff;
  int internet = network || namespaces;
  struct sock_filter filter[] = {
    LOAD(arch),
    SKIP_IF(ARCHITECTURE, 1),
    GIVE(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#if defined(__x86_64__)
    // The second numbering of the same calls.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE(ENOSYS_),
#endif
    // It makes sockets without the call for it. The keys are those of the person's login.
    REFUSE_CALL(__NR_io_uring_setup, ENOSYS_),
    REFUSE_CALL(__NR_add_key, EPERM_),
    REFUSE_CALL(__NR_request_key, EPERM_),
    REFUSE_CALL(__NR_keyctl, EPERM_),
    // An older Landlock does not see this one.
    REFUSE_CALL(abi < 3 ? __NR_truncate : none, EPERM_),
    SKIP_IF(__NR_socket, 1),
    GIVE(SECCOMP_RET_ALLOW),
    LOAD(args[0]),
    // Netlink lists the addresses of this machine. Unix sockets of other programs are hidden only where mounts are.
    SKIP_IF(16, 4),
    SKIP_IF(internet ? 2 : none, 3),
    SKIP_IF(internet ? 10 : none, 2),
    SKIP_IF(namespaces ? 1 : none, 1),
    REFUSE(EPERM_),
    GIVE(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  must(CALL(prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0), "system calls cannot be restricted", 0);
}

// --- the program --------------------------------------------------------------------------------------------------

static void probe(void) {
  char digits[24];
  long abi = landlock_abi();
  say(1, "landlock ");
  say(1, decimal(abi < 0 ? 0 : abi, digits + sizeof digits));
  // Some systems let a namespace be made and then refuse every mount in it.
  int namespaces = unshare_namespaces(CLONE_NEWNS | CLONE_NEWNET) >= 0 && make_private() >= 0 &&
                   CALL(mount, "tmpfs", "/proc", "tmpfs", NOSUID | NODEV, 0) >= 0 && read_only("/proc", 0) >= 0;
  say(1, namespaces ? "\nnamespaces yes\n" : "\nnamespaces no\n");
}

__attribute__((used, noreturn)) void begin(long *stack) {
  long count = stack[0];
  char **arguments = (char **)(stack + 1);
  char **environment = arguments + count + 1;
  if (count == 2 && arguments[1][0] == '-') {
    probe();
    CALL(exit_group, 0, 0, 0, 0, 0);
  }
  if (count < 3) fail("it was called without a policy or a program", 0, -1);
  read_policy(arguments[1]);
  must(CALL(getcwd, here, sizeof here, 0, 0, 0), "the directory has no path", 0);
  long abi = must(landlock_abi(), "the system has no Landlock", 0);
  int network = !has_record('n'), namespaces = has_record('m');
  if (namespaces) make_namespaces(network);
  if (namespaces && !network) start_loopback();
  drop_privileges();
  restrict_files(abi);
  restrict_calls(network, namespaces, abi);
  // A file that happens to be open could be used whatever its path is.
  must(CALL(close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC, 0, 0), "the files that are open cannot be closed", 0);
  long result = CALL(execve, arguments[2], arguments + 2, environment, 0, 0);
  fail("this cannot be run:", arguments[2], result);
  for (;;) CALL(exit_group, 126, 0, 0, 0, 0);
}
