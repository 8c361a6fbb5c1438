import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import { projectsIn } from "./session-projects.ts"

const row = (workspace: string, day: number, { trashed = false } = {}) =>
  rowOf({ id: `${workspace}${day}`, workspace, trashed, updatedAt: `2026-01-0${day}T00:00:00.000Z` })

describe("the projects to begin in", () => {
  it("come once each, the most recent first", () => {
    expect(projectsIn([row("/a", 1), row("/b", 2), row("/a", 3)])).toEqual(["/a", "/b"])
  })

  it("leave out what is only in the trash", () => {
    expect(projectsIn([row("/a", 1), row("/b", 2, { trashed: true })])).toEqual(["/a"])
  })
})
