import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { newDirectory, storeFile } from "./fixture.ts"

/** The events that were acknowledged before a crash: the seq of the last one of each session. */
export type Acknowledged = ReadonlyMap<string, number>

/** The files of a store as a process left them. Of one that was killed, what it acknowledged last lies only in the WAL. */
export type StoreImage = { directory: string; acknowledged: Acknowledged }

const module = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../${path}`, import.meta.url)))

/** Appends in a process of its own, one transaction each. It is killed after the last acknowledgement, or closes the store. */
export function makeImage({ end, appends = 32 }: { end: "killed" | "closed"; appends?: number }): StoreImage {
  const directory = newDirectory()
  const script = `
    import { writeSync } from "node:fs"
    import { openSqliteStore } from ${module("src/store/sqlite/store.ts")}
    import * as say from ${module("test/support/store/conformance/script.ts")}
    const place = { workspace: "/projects/app", project: "/projects/app" }
    const first = openSqliteStore({ directory: ${JSON.stringify(directory)} })
    const ids = []
    for (const title of ["one", "two"]) ids.push(await first.open({ ...place, title }))
    for (let index = 0; index < 32; index++) {
      await first.append(ids[index % ids.length], [say.input("before the last start " + index)], "intent")
    }
    await first.close()
    const store = openSqliteStore({ directory: ${JSON.stringify(directory)} })
    ids.push(await store.open({ ...place, title: "three" }))
    const heads = {}
    for (let index = 0; index < ${appends}; index++) {
      const id = ids[index % ids.length]
      const text = "acknowledged " + index + " " + "word ".repeat(index % 7 * 60)
      heads[id] = (await store.append(id, [say.input(text)], "intent")).seq
    }
    writeSync(1, JSON.stringify(heads))
    if (${JSON.stringify(end)} === "closed") await store.close()
    process.kill(process.pid, "SIGKILL")
  `
  const { stdout, stderr, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  })
  if (signal !== "SIGKILL") throw new Error(`the writing process was not killed: ${stderr}`)
  return { directory, acknowledged: new Map(Object.entries(JSON.parse(stdout) as Record<string, number>)) }
}

/** A copy of the files that make up the store. */
export function copyImage({ directory }: StoreImage): string {
  const copy = newDirectory()
  for (const name of ["", "-wal", "-heads"].map((end) => storeFile + end)) {
    if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(copy, name))
  }
  return copy
}
