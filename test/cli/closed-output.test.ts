import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { scene } from "./scene.ts"

describe("a failure that nobody listens to", () => {
  it("is no crash where standard output is closed", async () => {
    const child = scene().start("show", "nope", "--json")
    child.stdout.destroy()
    const stderr: Buffer[] = []
    child.stderr.on("data", (chunk) => stderr.push(chunk))
    await once(child, "close")
    expect({ code: child.exitCode, stderr: Buffer.concat(stderr).toString() }).toEqual({ code: 1, stderr: "" })
  })

  it("has its exit code where standard error is closed", async () => {
    const child = scene().start("show")
    child.stderr.destroy()
    await once(child, "close")
    expect(child.exitCode).toBe(2)
  })
})
