import { spawn, spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeImage } from "../damage/store-image.ts"
import { filled } from "./filled.ts"
import { bin, finish, scene } from "./scene.ts"

/** Why a directory cannot be mounted read-only for one process here, if so. */
function withoutMounts(): string | undefined {
  if (process.platform !== "linux") return "mount namespaces are a thing of Linux"
  const tried = spawnSync("unshare", ["-m", "true"])
  return tried.status === 0 ? undefined : "no mount namespace may be made here"
}

// chmod does not bind root, who often runs the tests: a read-only mount does.
const looking = (home: string, cwd: string, ...argv: string[]) => {
  const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
  const env = { ...process.env, HOLDFAST_HOME: home, TZ: "UTC" }
  const args = ["-m", "sh", "-c", mount, home, process.execPath, bin, ...argv]
  return finish(spawn("unshare", args, { stdio: "pipe", cwd, env }))
}

describe.skipIf(withoutMounts())("a store that can only be read", () => {
  it("can be looked at in every way", async () => {
    const here = scene()
    const { newest } = await filled(here)
    for (const argv of [
      ["sessions"],
      ["show", newest],
      ["log", newest],
      ["export", newest],
      ["search", "login"],
      ["why", newest],
      ["status"],
    ]) {
      const usual = await here.run(...argv)
      expect(usual.code, argv.join(" ")).toBe(0)
      const { code, stdout } = await looking(here.home, here.project, ...argv)
      // Only times may differ, and the checksum of an export with them.
      const settled = (text: string) =>
        text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{64}\b|\d+ s(econds)? ago|just now/g, "…")
      expect({ code, stdout: settled(stdout) }, argv.join(" ")).toEqual({ code: 0, stdout: settled(usual.stdout) })
    }
    const refused = await looking(here.home, here.project, "rename", newest, "another name")
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("read") })
  })

  it.each(["with", "without"])("gives all that was acknowledged before a crash, %s the shared memory", async (shm) => {
    const here = scene()
    const { directory, acknowledged } = makeImage({ end: "killed" })
    try {
      if (shm === "without") rmSync(join(directory, "holdfast.db-shm"), { force: true })
      const { code, stdout, stderr } = await looking(directory, here.project, "sessions", "--all", "--json")
      expect(code, stderr).toBe(0)
      const { sessions } = JSON.parse(stdout) as { sessions: Array<{ id: string; seq: number }> }
      expect(new Map(sessions.map(({ id, seq }) => [id, seq]))).toEqual(acknowledged)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
