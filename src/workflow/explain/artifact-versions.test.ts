import { describe, expect, it } from "vitest"
import type { Event, EventType } from "../../session/event.ts"
import { artifactVersions, newestTwo } from "./artifact-versions.ts"

function log(...entries: [type: EventType, data: unknown, by?: string][]): Event[] {
  return entries.map(
    ([type, data, name = "agent"], at) =>
      ({
        id: `e${at}`,
        session: "s",
        seq: at + 1,
        at: "2026-01-01T00:00:00.000Z",
        by: { kind: "person", name },
        type,
        v: 1,
        data,
      }) as Event,
  )
}

const body = (blob: string) => ({ blob, bytes: 1 })
const written = (artifact: string, version: number): [EventType, unknown] => [
  "workflow.artifact-written",
  { artifact, version, body: body(`${artifact}-${version}`), summary: "2 steps" },
]

describe("artifact versions", () => {
  it("tell who wrote each, and which two are the newest", () => {
    const versions = artifactVersions(
      log(written("plan", 1), written("verification-plan", 1), written("plan", 2), [
        "workflow.artifact-edited",
        { artifact: "plan", from: 2, body: body("mine") },
        "ada",
      ]),
    )
    expect(versions.map(({ artifact, version, by, summary }) => [artifact, version, by, summary])).toEqual([
      ["plan", 1, null, "2 steps"],
      ["verification-plan", 1, null, "2 steps"],
      ["plan", 2, null, "2 steps"],
      ["plan", 3, "ada", null],
    ])
    expect(newestTwo(versions, "plan")?.map(({ blob }) => blob)).toEqual(["plan-2", "mine"])
    expect(newestTwo(versions, "verification-plan")).toBeNull()
    expect(newestTwo(versions, "brief")).toBeNull()
  })

  it("leave out what was written for another task", () => {
    const versions = artifactVersions(
      log(written("plan", 1), ["done.defined", { task: "another" }], written("plan", 1)),
    )
    expect(versions.map(({ seq }) => seq)).toEqual([3])
  })
})
