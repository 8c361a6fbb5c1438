import assert from "node:assert/strict"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { isHoldfastError } from "../../src/session/error.ts"
import { isKnown } from "../../src/session/event.ts"
import type { SessionRow, Store } from "../../src/store/contract.ts"
import { storeFileName } from "../../src/store/sqlite/file.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { checkErased, erasedWords } from "./check-erasure.ts"
import { checkSurvivors } from "./check-partials.ts"
import { checkSearch, checkSession, eventsOf, isThere } from "./check-session.ts"
import type { Ledger } from "./ledger.ts"

/** Everything that must hold of some sessions after a kill; throws what does not. Searching all of them takes longest. */
export async function checkSessions(
  store: Store,
  ledger: Ledger,
  sessions: Iterable<string>,
  options: { search: "all" | "first" },
): Promise<void> {
  assert.deepEqual(ledger.broken, [], "what the workers themselves found broken")
  for (const [index, id] of [...sessions].entries()) {
    if (ledger.erasures.has(id) && !(await isThere(store, id))) continue
    assert.notEqual(ledger.erasures.get(id), "done", `the erased session ${id} is gone`)
    const own = await checkSession(store, ledger, id)
    if (options.search === "all" || index === 0) await checkSearch(store, id, own)
  }
}

/** Everything that must hold of a store that a process left, however it ended, and of the backups that it made. */
export async function checkAll(home: string, ledger: Ledger): Promise<void> {
  let erased: string[] = []
  await inspect(home, async (store) => {
    await checkSurvivors(store, ledger)
    await checkStore(store, ledger, home)
    erased = await erasedWords(store, ledger)
  })
  checkErased(home, erased)
  for (const file of ledger.backups) await checkBackup(file)
}

/** Opens the store as the next process would. */
export async function inspect(home: string, look: (store: Store) => Promise<void>): Promise<void> {
  const store = openSqliteStore({ directory: home, lowWatermarkBytes: 0 })
  try {
    await look(store)
  } finally {
    await store.close()
  }
}

/** As above for the whole store, and that there is nothing else in it. */
export async function checkStore(store: Store, ledger: Ledger, directory: string): Promise<void> {
  const rows = await allRows(store)
  const openings = new Map([...ledger.openings.values()].map(({ session, id }) => [session.title, id]))
  const seen = new Set<string | undefined>()
  for (const { id } of rows) {
    const first = (await eventsOf(store, id)).filter(({ type }) => type === "session.opened").at(-1)
    const title = first && isKnown(first) && first.type === "session.opened" ? first.data.title : undefined
    assert.ok(openings.has(title), `session ${id} (${title}) was never asked for`)
    assert.ok(!seen.has(title), `the opening ${title} happened twice`)
    seen.add(title)
    const known = openings.get(title)
    if (known !== undefined) assert.equal(known, id, `the opening ${title} was acknowledged with another id`)
  }
  await checkSessions(store, ledger, new Set([...rows.map(({ id }) => id), ...acknowledgedSessions(ledger)]), {
    search: "all",
  })
  for (const hash of ledger.blobs) {
    const bytes = await store.blob(hash).catch((error: unknown) => {
      // A blob that only an erased session named is gone with it.
      if (isHoldfastError(error) && error.code === "not-found" && ledger.erasures.size > 0) return undefined
      throw error
    })
    assert.ok(bytes === undefined || bytes.length > 0)
  }
  const report = await store.verify()
  assert.deepEqual(report.problems, [], "verify finds no problem")
  checkFile(join(directory, storeFileName))
}

// A backup that was acknowledged is a whole store.
async function checkBackup(file: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  try {
    copyFileSync(file, join(directory, storeFileName))
    await inspect(directory, async (store) => assert.deepEqual((await store.verify()).problems, []))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function checkFile(file: string): void {
  const raw = new DatabaseSync(file, { readOnly: true })
  try {
    assert.equal(raw.prepare("PRAGMA integrity_check").get()?.integrity_check, "ok")
    assert.equal(raw.prepare("PRAGMA foreign_key_check").all().length, 0, "every reference leads somewhere")
  } finally {
    raw.close()
  }
}

function acknowledgedSessions({ openings }: Ledger): string[] {
  return [...openings.values()].flatMap(({ id }) => (id === undefined ? [] : [id]))
}

async function allRows(store: Store): Promise<SessionRow[]> {
  const rows: SessionRow[] = []
  for (const archived of [false, true]) {
    let cursor: string | undefined
    do {
      const page = await store.list({ archived, limit: 500, ...(cursor === undefined ? {} : { cursor }) })
      rows.push(...page.items)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
  }
  return rows
}
