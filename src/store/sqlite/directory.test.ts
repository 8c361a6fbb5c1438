import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { canMount } from "../../../test/support/store/mount.ts"
import {
  createPrivate,
  dataDirectory,
  fileSystemNameIn,
  journalModeFor,
  journalModeOn,
  prepareDirectory,
} from "./directory.ts"

const onLinux = process.platform === "linux"

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-directory-"))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

describe("dataDirectory", () => {
  it.each([
    ["linux", { HOLDFAST_HOME: "/data", XDG_DATA_HOME: "/xdg", HOME: "/home/a" }, "/data"],
    ["linux", { HOLDFAST_HOME: "data" }, resolve("data")],
    ["linux", { HOLDFAST_HOME: "", XDG_DATA_HOME: "/xdg", HOME: "/home/a" }, "/xdg/holdfast"],
    ["linux", { XDG_DATA_HOME: "relative", HOME: "/home/a" }, "/home/a/.local/share/holdfast"],
    ["linux", { HOME: "/home/a" }, "/home/a/.local/share/holdfast"],
    ["linux", {}, join(homedir(), ".local/share/holdfast")],
    ["darwin", { HOME: "/Users/a" }, "/Users/a/Library/Application Support/Holdfast"],
    ["darwin", { XDG_DATA_HOME: "/xdg", HOME: "/Users/a" }, "/xdg/holdfast"],
    ["win32", { LOCALAPPDATA: "C:\\Users\\a\\AppData\\Local" }, "C:\\Users\\a\\AppData\\Local\\Holdfast"],
  ] as const)("on %s with %j is %s", (platform, env, expected) => {
    expect(dataDirectory(env, platform)).toBe(expected)
  })

  it.runIf(onLinux && process.getuid?.() === 0)("says what to do for a user without a home", () => {
    const script = `process.setuid(4123456); delete process.env.HOME; ${attempting("dataDirectory({})")}`
    expect(inChild([], script)).toEqual({
      code: "storage-missing",
      message: expect.stringContaining("Set HOLDFAST_HOME"),
    })
  })
})

describe("prepareDirectory", () => {
  it("makes the directory and its parents for their owner only", () => {
    const path = join(directory, "share", "holdfast")
    prepareDirectory(path)
    expect([modeOf(path), modeOf(join(directory, "share"))]).toEqual([0o700, 0o700])
    prepareDirectory(path)
    expect(modeOf(path)).toBe(0o700)
  })

  it("closes a directory that others may read", () => {
    chmodSync(directory, 0o755)
    prepareDirectory(directory)
    expect(modeOf(directory)).toBe(0o700)
  })

  it("leaves the mode of a directory that is shared on purpose", () => {
    chmodSync(directory, 0o1777)
    prepareDirectory(directory)
    expect(modeOf(directory)).toBe(0o1777)
  })

  it("leaves the mode of the home directory, also when it is named by a link", () => {
    const home = join(directory, "home")
    const link = join(directory, "link")
    mkdirSync(home)
    chmodSync(home, 0o755)
    symlinkSync(home, link)
    vi.stubEnv("HOME", home)
    prepareDirectory(home)
    prepareDirectory(link)
    expect(modeOf(home)).toBe(0o755)
  })

  it("refuses a path that is a file, or that leads through one", () => {
    const file = join(directory, "file")
    writeFileSync(file, "mine")
    for (const path of [file, join(file, "holdfast")]) {
      expect(() => prepareDirectory(path)).toThrow(
        expect.objectContaining({ code: "storage-access", message: expect.stringContaining("set HOLDFAST_HOME") }),
      )
    }
  })

  it("says that the target of a link is missing", () => {
    const link = join(directory, "link")
    symlinkSync(join(directory, "unmounted"), link)
    expect(() => prepareDirectory(link)).toThrow(expect.objectContaining({ code: "storage-missing" }))
  })

  it.runIf(onLinux)("says that a parent cannot be made", () => {
    expect(() => prepareDirectory("/proc/holdfast/data")).toThrow(expect.objectContaining({ code: "storage-missing" }))
  })

  it.runIf(onLinux)("says that permission is missing", () => {
    mkdirSync(join(directory, "locked"))
    chmodSync(join(directory, "locked"), 0o500)
    for (const name of ["locked", "locked/new"]) {
      // Permissions do not bind root: become nobody, once the module is loaded.
      const script = `if (process.getuid() === 0) process.setuid(65534)
        ${attempting(`prepareDirectory(${JSON.stringify(join(directory, name))})`)}`
      expect(inChild([], script)).toMatchObject({ code: "storage-access" })
    }
  })

  it.runIf(canMount)("says that the file system is read-only, for a new directory and for an old one", () => {
    const mounted = ["unshare", "-rm", "sh", "-c", `mount -t tmpfs -o ro tmpfs "${directory}" && exec "$0" "$@"`]
    for (const path of [directory, join(directory, "new")]) {
      const failure = inChild(mounted, attempting(`prepareDirectory(${JSON.stringify(path)})`))
      expect(failure).toMatchObject({ code: "read-only" })
    }
  })
})

describe("createPrivate", () => {
  it("makes a file for its owner only, and SQLite's own files take over its mode", () => {
    const path = join(directory, "holdfast.db")
    createPrivate(path)
    const database = new DatabaseSync(path)
    database.exec("PRAGMA journal_mode = WAL; CREATE TABLE sample (x)")
    expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([0o600, 0o600, 0o600])
    database.close()
  })

  it("closes a file that others may read, and keeps its bytes", () => {
    const path = join(directory, "holdfast.db")
    writeFileSync(path, "precious", { mode: 0o644 })
    createPrivate(path)
    expect([modeOf(path), statSync(path).size]).toEqual([0o600, 8])
  })

  it("refuses a directory and a missing parent", () => {
    expect(() => createPrivate(directory)).toThrow(expect.objectContaining({ code: "storage-access" }))
    const orphan = join(directory, "missing", "holdfast.db")
    expect(() => createPrivate(orphan)).toThrow(expect.objectContaining({ code: "storage-missing" }))
  })

  it.runIf(onLinux)("goes on where the file system does not let its owner change a mode", () => {
    expect(() => chmodSync("/proc/self/comm", 0o600)).toThrow("EPERM")
    expect(() => createPrivate("/proc/self/comm")).not.toThrow()
  })
})

describe("the journal mode", () => {
  it.each([
    [{ magic: 0xef53, name: "ext4" }, "wal", /^ext4: a local/],
    [{ magic: 0x9123683e, name: "btrfs" }, "wal", /^btrfs: a local/],
    [{ magic: 0x794c7630, name: "overlay" }, "wal", /^overlay: a local/],
    [{ magic: 0x01021994 }, "wal", /^tmpfs: a local/],
    [{ magic: 0x6969, name: "nfs4" }, "delete", /^nfs4: a network/],
    [{ magic: 0xff534d42 }, "delete", /^cifs: a network/],
    [{ magic: 0xfe534d42, name: "cifs" }, "delete", /^cifs: a network/],
    [{ magic: 0x00c36400 }, "delete", /^ceph: a network/],
    [{ magic: 0x0bd00bd0 }, "delete", /^lustre: a network/],
    [{ magic: 0x01021997, name: "9p" }, "delete", /^9p: shared with the host/],
    [{ magic: 0x786f4256 }, "delete", /^vboxsf: shared with the host/],
    [{ magic: 0x65735546, name: "virtiofs" }, "delete", /^virtiofs: /],
    [{ magic: 0x65735546, name: "fuse.sshfs" }, "delete", /^fuse\.sshfs: served by a program/],
    [{ magic: 0x65735546, name: "fuseblk" }, "delete", /^fuseblk: served by a program/],
    [{ magic: 0xef53, name: "fuse.liar" }, "delete", /^fuse\.liar: served by a program/],
    [{ magic: 0x12345678 }, "delete", /^0x12345678: not known/],
    [{ magic: 0x12345678, name: "newfs" }, "delete", /^newfs: not known/],
    [{ name: "apfs" }, "wal", /^apfs: a local/],
    [{ name: "smbfs" }, "delete", /^smbfs: a network/],
    [{}, "wal", /does not name/],
  ] as const)("for %j is %s", (fileSystem, mode, why) => {
    expect(journalModeOn(fileSystem)).toEqual({ mode, why: expect.stringMatching(why) })
  })

  it.runIf(onLinux)("is read from the real file system", () => {
    // Of mounts one over the other, the last one counts.
    const name = spawnSync("findmnt", ["-n", "-o", "FSTYPE", "-T", directory])
      .stdout?.toString()
      .trim()
      .split("\n")
      .at(-1)
    if (name) expect(journalModeFor(directory).why).toMatch(new RegExp(`^${name}: `))
    expect(journalModeFor("/proc")).toEqual({ mode: "delete", why: expect.stringMatching(/^proc: not known/) })
    expect(journalModeFor("/dev/shm")).toEqual({ mode: "wal", why: expect.stringMatching(/^tmpfs: a local/) })
  })

  it("fails clearly when there is nothing to look at", () => {
    expect(() => journalModeFor(join(directory, "missing"))).toThrow(
      expect.objectContaining({ code: "storage-missing" }),
    )
  })
})

describe("fileSystemNameIn", () => {
  const linux = [
    "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
    "23 22 0:40 / /home rw,relatime master:1 propagate_from:2 - nfs4 server:/home rw",
    "24 23 0:41 / /home/a/my\\040data rw - fuse.sshfs a@b:/ rw",
    "25 22 0:42 / /srv rw - xfs /dev/vdb rw",
    "26 25 0:43 / /srv rw - cifs //server/srv rw",
    "",
  ].join("\n")
  const mac = [
    "/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)",
    "//a@server/share on /Volumes/The share (smbfs, nodev, nosuid, mounted by a)",
  ].join("\n")

  it.each([
    [linux, "/", "ext4"],
    [linux, "/homeless", "ext4"],
    [linux, "/home", "nfs4"],
    [linux, "/home/a/my data/holdfast", "fuse.sshfs"],
    [linux, "/srv/x", "cifs"],
    [mac, "/Users/a", "apfs"],
    [mac, "/Volumes/The share/x", "smbfs"],
    ["", "/", undefined],
    ["nonsense", "/", undefined],
  ])("finds it (%#)", (mounts, path, name) => {
    expect(fileSystemNameIn(mounts, path)).toBe(name)
  })
})

function modeOf(path: string) {
  return statSync(path).mode & 0o7777
}

function attempting(call: string) {
  return `try { ${call}; console.log("null") }
    catch ({ code, message }) { console.log(JSON.stringify({ code, message })) }`
}

function inChild(prefix: string[], script: string): unknown {
  const module = JSON.stringify(new URL("./directory.ts", import.meta.url).href)
  const source = `import { dataDirectory, prepareDirectory } from ${module}; ${script}`
  const [program = "", ...args] = [...prefix, process.execPath, "--input-type=module", "-e", source]
  return JSON.parse(spawnSync(program, args).stdout.toString())
}
