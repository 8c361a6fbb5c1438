import { execFileSync } from "node:child_process"
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
} from "node:fs"
import { homedir } from "node:os"
import { dirname, parse, posix, resolve, sep, win32 } from "node:path"
import { systemCode } from "../../base/system-error.ts"
import { syncDirectory } from "../../host/sync-directory.ts"
import { HoldfastError } from "../../session/error.ts"
import { storageFailure } from "./commit/failure.ts"

/** Where the data lives: `HOLDFAST_HOME`, else XDG data, else the place that the platform has for it. */
export function dataDirectory(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix
  if (env.HOLDFAST_HOME) return resolve(env.HOLDFAST_HOME)
  // The XDG specification: a relative path is invalid and to be ignored.
  if (env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME)) return join(env.XDG_DATA_HOME, "holdfast")
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home(env), "AppData", "Local"), "Holdfast")
  if (platform === "darwin") return join(home(env), "Library", "Application Support", "Holdfast")
  return join(home(env), ".local", "share", "holdfast")
}

/** Makes the directory if it is missing, closes it to other users, and fails if it cannot be written. */
export function prepareDirectory(path: string): void {
  const found = outcome("prepare the data directory", path, () => {
    makeDirectory(resolve(path))
    return statSync(path)
  })
  if (!isShared(path, found)) tighten(path, found, 0o700)
  outcome("write to the data directory", path, () => accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK))
}

/**
 * Makes the file if it is missing and closes it to other users. Call it before SQLite opens the file: the -wal and -shm
 * files take over its mode.
 */
export function createPrivate(path: string): void {
  const found = outcome("create", path, () => {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    try {
      return fstatSync(file)
    } finally {
      closeSync(file)
    }
  })
  tighten(path, found, 0o600)
}

/** The journal that is safe on the file system that holds the existing path. */
export function journalModeFor(path: string): JournalMode {
  return outcome("look at the file system of", path, () => {
    const magic = process.platform === "linux" ? statfsSync(path, { bigint: true }).type : undefined
    return journalModeOn({
      // The kernel's number has 32 bits; some platforms extend its sign.
      magic: magic === undefined ? undefined : Number(BigInt.asUintN(32, magic)),
      name: fileSystemNameIn(mountTable(), realpathSync(path)),
    })
  })
}

/** WAL, or a rollback journal where WAL is not safe, and the reason in words for `doctor`. */
export type JournalMode = { mode: "wal" | "delete"; why: string }

/** The journal for a file system by its magic number (Linux) and its name, each where known. */
export function journalModeOn({ magic, name }: { magic?: number | undefined; name?: string | undefined }): JournalMode {
  const candidates = fileSystems.filter(
    (each) => (magic !== undefined && each.magic === magic) || each.names.some((own) => sameName(own, name)),
  )
  // Number and name can differ (virtiofs has the number of FUSE): the more careful of the two decides.
  const known = candidates.find((each) => each.kind !== "local") ?? candidates[0]
  const label = name ?? known?.names[0] ?? (magic === undefined ? undefined : `0x${magic.toString(16)}`)
  if (known) return { ...verdicts[known.kind], why: `${label}: ${verdicts[known.kind].why}` }
  if (label) return { ...verdicts.unknown, why: `${label}: ${verdicts.unknown.why}` }
  return { mode: "wal", why: "this platform does not name its file systems: assumed to be a local disk" }
}

/** The name of the file system that holds the real path, from the text of /proc/self/mountinfo or of macOS `mount`. */
export function fileSystemNameIn(mounts: string, path: string): string | undefined {
  let best: { point: string; name: string } | undefined
  for (const line of mounts.split("\n")) {
    const [, point = "", name = ""] =
      /^\d+ \d+ \d+:\d+ \S+ (\S+) .* - (\S+) /.exec(line) ?? /^.* on (\/.*) \(([^,)]+)/.exec(line) ?? []
    const mount = { point: unescapeOctal(point), name }
    // A later mount on the same point hides the earlier one.
    if (contains(mount.point, path) && mount.point.length >= (best?.point.length ?? 0)) best = mount
  }
  return best?.name
}

// WAL needs one shared memory and trustworthy locks for all that have the file open (sqlite.org/wal.html).
const verdicts = {
  local: { mode: "wal", why: "a local file system, write-ahead log" },
  network: { mode: "delete", why: "a network file system whose other machines do not share memory, rollback journal" },
  host: {
    mode: "delete",
    why: "shared with the host of this virtual machine, which has its own memory, rollback journal",
  },
  fuse: { mode: "delete", why: "served by a program (FUSE) from unknown storage, rollback journal" },
  unknown: { mode: "delete", why: "not known to be local, rollback journal to be safe" },
} as const satisfies Record<string, JournalMode>

type FileSystem = { kind: Exclude<keyof typeof verdicts, "unknown">; magic?: number; names: readonly string[] }

const fileSystems: readonly FileSystem[] = [
  { kind: "network", magic: 0x6969, names: ["nfs", "nfs4"] },
  { kind: "network", magic: 0x517b, names: ["smb", "smbfs"] },
  { kind: "network", magic: 0xff534d42, names: ["cifs"] },
  { kind: "network", magic: 0xfe534d42, names: ["smb2", "smb3"] },
  { kind: "network", magic: 0x564c, names: ["ncpfs"] },
  { kind: "network", magic: 0x5346414f, names: ["afs", "openafs"] },
  { kind: "network", magic: 0x6b414653, names: ["kafs"] },
  { kind: "network", magic: 0x73757245, names: ["coda"] },
  { kind: "network", magic: 0x00c36400, names: ["ceph"] },
  { kind: "network", magic: 0x01161970, names: ["gfs2", "gfs"] },
  { kind: "network", magic: 0x7461636f, names: ["ocfs2"] },
  { kind: "network", magic: 0x0bd00bd0, names: ["lustre"] },
  { kind: "network", magic: 0x47504653, names: ["gpfs"] },
  { kind: "network", magic: 0x19830326, names: ["fhgfs", "beegfs"] },
  { kind: "network", magic: 0x20030528, names: ["orangefs", "pvfs2"] },
  { kind: "network", names: ["afpfs", "webdav", "davfs", "glusterfs"] },
  { kind: "host", magic: 0x01021997, names: ["9p", "v9fs"] },
  { kind: "host", magic: 0x786f4256, names: ["vboxsf"] },
  { kind: "host", magic: 0x7c7c6673, names: ["prl_fs"] },
  { kind: "host", magic: 0xbacbacbc, names: ["vmhgfs"] },
  { kind: "host", magic: 0x00c0ffee, names: ["hostfs"] },
  { kind: "host", magic: 0x53464846, names: ["wslfs", "lxfs", "drvfs"] },
  { kind: "host", names: ["virtiofs", "fakeowner", "grpcfuse"] },
  // Behind FUSE may be a local disk (ntfs-3g) or another continent (sshfs, s3fs), and many servers keep locks to
  // themselves. Slower is better than damaged.
  { kind: "fuse", magic: 0x65735546, names: ["fuse", "fuseblk", "macfuse", "osxfuse"] },
  { kind: "local", magic: 0xef53, names: ["ext4", "ext3", "ext2"] },
  { kind: "local", magic: 0x58465342, names: ["xfs"] },
  { kind: "local", magic: 0x9123683e, names: ["btrfs"] },
  { kind: "local", magic: 0x2fc12fc1, names: ["zfs"] },
  { kind: "local", magic: 0xca451a4e, names: ["bcachefs"] },
  { kind: "local", magic: 0xf2f52010, names: ["f2fs"] },
  { kind: "local", magic: 0x01021994, names: ["tmpfs"] },
  { kind: "local", magic: 0x858458f6, names: ["ramfs", "rootfs"] },
  { kind: "local", magic: 0x794c7630, names: ["overlay"] },
  { kind: "local", magic: 0xf15f, names: ["ecryptfs"] },
  { kind: "local", magic: 0x3153464a, names: ["jfs"] },
  { kind: "local", magic: 0x52654973, names: ["reiserfs"] },
  { kind: "local", magic: 0x3434, names: ["nilfs2"] },
  { kind: "local", magic: 0x24051905, names: ["ubifs"] },
  { kind: "local", magic: 0x7366746e, names: ["ntfs3", "ntfs"] },
  { kind: "local", magic: 0x2011bab0, names: ["exfat"] },
  { kind: "local", magic: 0x4d44, names: ["vfat", "msdos"] },
  { kind: "local", names: ["apfs", "hfs"] },
]

function home(env: NodeJS.ProcessEnv): string {
  try {
    return env.HOME || homedir()
  } catch (error) {
    throw new HoldfastError(
      "storage-missing",
      "Cannot find the data directory: this user has no home directory. Set HOLDFAST_HOME to a directory of your own.",
      { cause: error },
    )
  }
}

function outcome<T>(doing: string, path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw storageFailure(error, doing, path) ?? error
  }
}

// Not mkdir's own `recursive`: Node never returns from it where an existing parent answers ENOENT (/proc, autofs).
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster, or something else is in the way; a link that leads nowhere makes the stat throw.
    if (systemCode(error) !== "EEXIST" || !statSync(path).isDirectory()) throw error
  }
  syncEntry(path)
}

// The entry of a new directory is durable only with its parent: a power cut could take all that is synced in it.
function syncEntry(path: string): void {
  try {
    syncDirectory(dirname(path))
  } catch (error) {
    // A directory that may be searched but not read cannot be opened to be synced.
    if (systemCode(error) !== "EACCES") throw error
  }
}

// HOLDFAST_HOME may point at /tmp, at / or at the home directory: closing those would break things that are not ours.
function isShared(path: string, found: Stats): boolean {
  const sticky = (found.mode & 0o1000) !== 0
  const own = [resolve(path), realpathSync(path)]
  return sticky || [parse(resolve(path)).root, process.env.HOME].some((place) => place && own.includes(resolve(place)))
}

function tighten(path: string, found: Stats, mode: number): void {
  const loose = (found.mode & 0o777 & ~mode) !== 0
  if (!loose || found.uid !== process.getuid?.()) return
  outcome("close to other users", path, () => {
    try {
      chmodSync(path, mode)
    } catch (error) {
      // An owner is refused where the file system keeps no modes (FAT, some shares): there is nothing to tighten.
      if (systemCode(error) !== "EPERM") throw error
    }
  })
}

function mountTable(): string {
  try {
    if (process.platform === "linux") return readFileSync("/proc/self/mountinfo", "utf8")
    if (process.platform === "darwin") return execFileSync("/sbin/mount", { encoding: "utf8" })
    return ""
  } catch {
    return "" // a sandbox may hide it; the number still tells the kind, and without both the verdict says so
  }
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)))
}

function contains(point: string, path: string): boolean {
  return point !== "" && (path === point || path.startsWith(point.endsWith(sep) ? point : point + sep))
}

function sameName(own: string, name: string | undefined): boolean {
  return name === own || name?.startsWith(`${own}.`) === true
}
