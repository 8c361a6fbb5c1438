import { existsSync } from "node:fs"
import { join } from "node:path"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Comparison, drive, milliseconds } from "../measure.ts"

const sizes = { sessions: { few: 1_000, many: 50_000 }, messages: { few: 1_000, many: 1_000_000 } }

/** (e) A page of the list. */
export const listing: Comparison = {
  title: "(e) a list page of 50 with 1,000 and with 50,000 sessions",
  unit: "ms",
  prepare: async ({ shared, scale }) => {
    await openMany(join(shared, "list-few"), sizes.sessions.few)
    await openMany(join(shared, "list-many"), sizes.sessions.many * scale)
  },
  contenders: {
    "1,000 sessions": ({ shared }) => pageTime(join(shared, "list-few"), {}),
    "50,000 sessions": ({ shared }) => pageTime(join(shared, "list-many"), {}),
    "50,000 sessions, one project": ({ shared }) => pageTime(join(shared, "list-many"), { project: "/project-7" }),
  },
  ratios: [{ of: "50,000 sessions", to: "1,000 sessions" }],
}

/** (e) A search. */
export const searching: Comparison = {
  title: "(e) a search page of 20 over 1,000 and over 1,000,000 messages",
  unit: "ms",
  prepare: async ({ shared, scale }) => {
    await say(join(shared, "search-few"), sizes.messages.few)
    await say(join(shared, "search-many"), sizes.messages.many * scale)
  },
  contenders: {
    "1,000 messages, common word": ({ shared }) => searchTime(join(shared, "search-few"), "lighthouse"),
    "1,000,000 messages, common word": ({ shared }) => searchTime(join(shared, "search-many"), "lighthouse"),
    "1,000,000 messages, rare word": ({ shared }) => searchTime(join(shared, "search-many"), "needle77"),
    "1,000,000 messages, phrase": ({ shared }) => searchTime(join(shared, "search-many"), '"harbour lighthouse"'),
    "1,000,000 messages, prefix": ({ shared }) => searchTime(join(shared, "search-many"), "lightho*"),
  },
  ratios: [{ of: "1,000,000 messages, common word", to: "1,000 messages, common word" }],
}

async function openMany(directory: string, sessions: number): Promise<void> {
  if (existsSync(directory)) return
  const store = openSqliteStore({ directory })
  const batch = 500
  for (let i = 0; i < sessions; i += batch) {
    await Promise.all(
      Array.from({ length: batch }, (_, j) =>
        store.open({ workspace: "/bench", project: `/project-${(i + j) % 200}`, title: `Session number ${i + j}` }),
      ),
    )
  }
  await store.close()
}

async function pageTime(directory: string, query: { project?: string }) {
  const store = openSqliteStore({ directory })
  const value = await milliseconds(20, async () => {
    if ((await store.list(query)).items.length !== 50) throw new Error("not a whole page")
  })
  await store.close()
  return { value }
}

const words =
  "anchor buoy cliff current deck ebb ferry gull harbour island jetty keel lantern mast net oar pier quay reef sail tide wave".split(
    " ",
  )

async function say(directory: string, messages: number): Promise<void> {
  if (existsSync(directory)) return
  const store = openSqliteStore({ directory })
  const perSession = 1_000
  for (let session = 0; session * perSession < messages; session++) {
    const lease = await drive(store)
    for (let i = 0; i < perSession; i += 250) {
      await store.append(
        lease.session,
        Array.from({ length: 250 }, (_, j) => sentence(session * perSession + i + j)),
        lease,
      )
    }
    await store.release(lease)
  }
  await store.close()
}

function sentence(n: number) {
  const text = Array.from({ length: 12 }, (_, i) => words[(n * 7 + i * (1 + (n % 5))) % words.length]).join(" ")
  const rare = n % 1000 === 77 ? " needle77" : ""
  const common = n % 2 === 0 ? " harbour lighthouse" : ""
  return {
    type: "workflow.noted" as const,
    data: {
      kind: "repair_retry" as const,
      mode: "execute" as const,
      reasonCode: "bench",
      summary: `${text}${common}${rare} ${n}`,
    },
  }
}

async function searchTime(directory: string, text: string) {
  const store = openSqliteStore({ directory })
  const value = await milliseconds(20, async () => {
    if ((await store.search({ text, limit: 20 })).items.length === 0) throw new Error(`nothing found for ${text}`)
  })
  await store.close()
  return { value }
}
