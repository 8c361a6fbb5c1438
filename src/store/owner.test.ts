import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { afterEach, describe, expect, it } from "vitest"
import { livenessOf, type ProcessIdentity, thisProcess } from "./owner.ts"

type Child = ChildProcessByStdio<Writable, Readable, null>

const module = new URL("./owner.ts", import.meta.url).href
const onLinux = process.platform === "linux"
const hasNamespaces = onLinux && spawnSync("unshare", ["-rpf", "true"]).status === 0

const children: Child[] = []

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
})

describe("thisProcess", () => {
  it("is the same at each call and in its own eyes alive", () => {
    expect(thisProcess()).toBe(thisProcess())
    expect(thisProcess().pid).toBe(process.pid)
    expect(livenessOf(thisProcess())).toBe("alive")
  })

  it.runIf(onLinux)("knows every part on Linux, and does not give the machine id away", () => {
    const { startedAt, host, boot, pidNamespace } = thisProcess()
    expect(startedAt).toMatch(/^[0-9]+$/)
    expect(boot).toMatch(/^[0-9a-f-]{36}$/)
    expect(pidNamespace).toMatch(/^pid:\[[0-9]+\]$/)
    expect(host).not.toBe("")
    expect(host).not.toContain(execFileSync("sh", ["-c", "cat /etc/machine-id || echo none"]).toString().trim())
  })
})

describe("livenessOf", () => {
  it("sees a running process as alive, and as dead once it was killed", async () => {
    const { child, identity } = await startOwner()
    expect(identity).toEqual({ ...thisProcess(), pid: child.pid, startedAt: identity.startedAt })
    expect(livenessOf(identity)).toBe("alive")
    await kill(child)
    expect(livenessOf(identity)).toBe("dead")
  })

  it.runIf(onLinux)("sees a suspended process as alive", async () => {
    const { child, identity } = await startOwner()
    child.kill("SIGSTOP")
    await expect.poll(() => stateOf(identity.pid)).toBe("T")
    expect(livenessOf(identity)).toBe("alive")
  })

  it.runIf(onLinux)("sees a zombie as dead, although it still answers signals", async () => {
    // The shell starts an owner and becomes a program that never waits for its children.
    const child = start("sh", ["-c", `"$0" -e "$1" & exec sleep 1000`, process.execPath, ownerScript()])
    const identity = JSON.parse(await firstLine(child)) as ProcessIdentity
    await expect.poll(() => readFileSync(`/proc/${child.pid}/comm`, "utf8")).toBe("sleep\n")
    expect(livenessOf(identity)).toBe("alive")
    process.kill(identity.pid, "SIGKILL")
    await expect.poll(() => stateOf(identity.pid)).toBe("Z")
    expect(process.kill(identity.pid, 0)).toBe(true)
    expect(livenessOf(identity)).toBe("dead")
  })

  it.runIf(onLinux)("is not deceived by the name of a program", async () => {
    const { child, identity } = await startOwner(`require("fs").writeFileSync("/proc/self/comm", "a) Z 1 (b")`)
    expect(readFileSync(`/proc/${child.pid}/stat`, "latin1")).toContain("(a) Z 1 (b)")
    expect(livenessOf(identity)).toBe("alive")
  })

  it.runIf(onLinux || process.platform === "darwin")("sees a reused pid as dead", () => {
    expect(livenessOf({ ...thisProcess(), startedAt: "1" })).toBe("dead")
  })

  it("sees an owner from before a restart of the machine as dead", () => {
    expect(livenessOf({ ...thisProcess(), boot: "another" }, { ...thisProcess(), boot: "this" })).toBe("dead")
  })

  it("cannot tell about another host, another pid namespace, or a boot that only one of them knows", () => {
    expect(livenessOf({ ...thisProcess(), host: "another" })).toBe("elsewhere")
    expect(livenessOf({ ...thisProcess(), host: "another", boot: "another" })).toBe("elsewhere")
    expect(livenessOf({ ...thisProcess(), pidNamespace: "pid:[1]" })).toBe("elsewhere")
    expect(livenessOf({ ...thisProcess(), boot: "" }, { ...thisProcess(), boot: "this" })).toBe("elsewhere")
  })

  it("goes by the signal alone where the start time is unknown", () => {
    expect(livenessOf({ ...thisProcess(), startedAt: "" })).toBe("alive")
  })

  it.runIf(hasNamespaces)("sees a real process of another pid namespace as elsewhere, and it sees itself", async () => {
    // -r -p without --mount-proc: its /proc is of the outer namespace, where its own pid is another process.
    const child = start("unshare", ["-rpf", "--kill-child", process.execPath, "-e", ownerScript()])
    const identity = JSON.parse(await firstLine(child)) as ProcessIdentity & { seesItself: string }
    expect(identity.pid).toBe(1)
    expect(identity.seesItself).toBe("alive")
    expect(livenessOf(identity)).toBe("elsewhere")
  })

  it.runIf(onLinux)("takes less than a millisecond", () => {
    const began = process.cpuUsage()
    for (let round = 0; round < 1_000; round++) livenessOf(thisProcess())
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1_000 / 1_000).toBeLessThan(1)
  })
})

function ownerScript(first = "") {
  return `${first}; import(${JSON.stringify(module)}).then(({ thisProcess, livenessOf }) => {
    const seesItself = livenessOf(thisProcess())
    console.log(JSON.stringify(process.pid === 1 ? { ...thisProcess(), seesItself } : thisProcess()))
    setInterval(() => {}, 1_000_000)
  })`
}

async function startOwner(first?: string) {
  const child = start(process.execPath, ["-e", ownerScript(first)])
  return { child, identity: JSON.parse(await firstLine(child)) as ProcessIdentity }
}

function start(program: string, args: string[]): Child {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] })
  children.push(child)
  return child
}

async function firstLine(child: Child): Promise<string> {
  for await (const line of createInterface(child.stdout)) return line
  throw new Error(`${child.spawnfile} ended before it said who it is`)
}

async function kill(child: Child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill("SIGKILL")
  await once(child, "exit")
}

function stateOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
  return stat.at(stat.lastIndexOf(")") + 2)
}
