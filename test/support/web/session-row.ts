import type { Row } from "../../../src/server/contract/common.ts"

/** A row for tests: an idle session of one project, but for what is said. */
export function rowOf(change: Partial<Row> & { id: string }): Row {
  return {
    title: null,
    project: "/home/ada/kelp",
    workspace: "/home/ada/kelp",
    tags: [],
    pinned: false,
    archived: false,
    trashed: false,
    status: "idle",
    openedAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    seq: 1,
    messages: 0,
    parent: null,
    owner: null,
    stop: null,
    foreignThrough: 0,
    damage: null,
    readSeq: null,
    trouble: null,
    ...change,
  }
}
