import { spawnSync } from "node:child_process"
import { constants, copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A small ext4 file system that can lose its power. */
export type Disk = {
  mounted: string
  /** Loses at once what was not synced: nothing reaches the disk any more. Returns when that began, by `sharedClock`. */
  cutPower(flush: Flush): number
  /** Mounts it again, as after a restart. */
  restart(): void
  remove(): void
}

/** What still reaches the disk: nothing, or the journal of the file system with what it was told before. */
export type Flush = "nothing" | "journal"

/** Why there cannot be such a disk here, if so. */
export function withoutPowerCuts(): string | undefined {
  if (process.platform !== "linux") return "the power of a file system can be cut on Linux only"
  if (process.getuid?.() !== 0) return "only root may mount a file system"
  for (const program of ["mkfs.ext4", "mount", "umount", "perl"]) {
    if (spawnSync(program, ["--version"]).error) return `${program} is not installed`
  }
  let disk: Disk | undefined
  try {
    disk = makeDisk()
    disk.cutPower("nothing")
    disk.restart()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    disk?.remove()
  }
}

export function makeDisk({ bytes = 96 * 1024 * 1024 } = {}): Disk {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  let image = join(directory, "image-0")
  const mounted = join(directory, "mounted")
  writeFileSync(image, "")
  truncateSync(image, bytes)
  mkdirSync(mounted)
  run("mkfs.ext4", "-q", "-F", image)
  const mount = () => run("mount", "-o", "loop", image, mounted)
  mount()
  let restarts = 0
  return {
    mounted,
    cutPower: (flush) => Number(run("perl", "-MFcntl", "-MTime::HiRes", "-e", shutdown, mounted, String(flags[flush]))),
    restart() {
      run("umount", mounted)
      // Any process with a mount namespace of its own may still hold the file system that lost its power, and to mount
      // the same image again would give that one back.
      const before = image
      image = join(directory, `image-${++restarts}`)
      copyFileSync(before, image, constants.COPYFILE_FICLONE)
      rmSync(before)
      mount()
    },
    remove() {
      spawnSync("umount", [mounted])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

// EXT4_IOC_SHUTDOWN of linux/ext4.h, and its flags.
const flags = { journal: 1, nothing: 2 } as const satisfies Record<Flush, number>
const shutdown = `
  sysopen(my $root, $ARGV[0], O_RDONLY | O_DIRECTORY) or die "cannot open $ARGV[0]: $!";
  my $flag = pack("L", $ARGV[1]);
  my $began = Time::HiRes::clock_gettime(Time::HiRes::CLOCK_MONOTONIC());
  ioctl($root, 0x8004587D, $flag) or die "the kernel cannot cut the power of ext4: $!";
  printf("%.3f", $began * 1000)
`

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" })
  if (status !== 0) throw new Error(`${program} failed: ${stderr.trim()}`)
  return stdout
}
