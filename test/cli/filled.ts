import { driveTurn, openSession, type Scene } from "./scene.ts"

/** Two finished sessions here, one elsewhere, an archived one and one in the trash, oldest first. */
export async function filled({ use, project }: Scene) {
  return use(async (store) => {
    const otherProject = await openSession(store, "/srv/other", "Write the release notes")
    const old = await openSession(store, project, "日本語のログインを直す")
    const archived = await openSession(store, project, "Put away")
    const trashed = await openSession(store, project, "Thrown away")
    const newest = await openSession(store, project, "Fix the flaky login test")
    await store.append(archived, [{ type: "session.described", data: { archived: true } }], "intent")
    await store.append(trashed, [{ type: "session.described", data: { trashed: true } }], "intent")
    await store.append(old, [{ type: "session.described", data: { tags: ["ci"], pinned: true } }], "intent")
    await driveTurn(store, otherProject)
    await driveTurn(store, newest, (turn) => [
      { type: "tool.called", turn, data: { call: "c1", name: "shell", arguments: { command: "npm test" } } },
      { type: "tool.started", turn, data: { call: "c1", readOnly: false } },
      {
        type: "tool.finished",
        turn,
        data: {
          call: "c1",
          status: "ok",
          output: { text: "\u001b[32m12 passed\u001b[0m\u0007" },
          changed: [],
          exitCode: 0,
        },
      },
    ])
    return { otherProject, old, archived, trashed, newest }
  })
}

/** The short form of an id. */
export const tail = (id: string) => id.slice(-8)
