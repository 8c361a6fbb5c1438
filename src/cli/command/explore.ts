import { exploreLimits, exploreTools } from "../../agent/explore.ts"
import { projectOf } from "../../agent/project.ts"
import { counted } from "../../agent/text/plain.ts"
import { shortId } from "../../agent/text/short-id.ts"
import { ago } from "../../agent/text/time.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { type Workshop, withAgent } from "../agent.ts"
import type { Arguments } from "../arguments.ts"
import type { Run } from "../commands/form.ts"
import { sayAndDrive } from "../drive-session.ts"
import { modelSettings, requireModel } from "../model-notice.ts"
import { exploreTag, sessionsOf } from "../own-sessions.ts"
import { rememberedModel } from "../remembered-model.ts"
import { sessionModel, sessionServer } from "../session-server.ts"
import { stateOf, titleOf } from "../session-table.ts"
import { withStore } from "../store.ts"
import { taskFrom } from "../task.ts"
import type { Terminal } from "../terminal.ts"

export const run: Run = async (args, terminal) => {
  if (args.flag("status")) return withStore("look", (store) => tellStatus(store, terminal))
  if (args.flag("reset")) return withStore("act", (store) => reset(store, terminal))
  const task = await taskFrom(args, "explore", terminal)
  const wanted = { purpose: "create" as const, tools: exploreTools, limits: exploreLimits, noAsk: true }
  return withAgent({ ...wanted, baseUrl: args.text("base-url") }, async (workshop) => {
    const place = await sessionFor(args, workshop)
    return sayAndDrive(workshop, { ...place, task }, terminal)
  })
}

/** What was asked before is context for what is asked now. */
async function sessionFor(
  args: Arguments,
  workshop: Workshop,
): Promise<{ session: string; after: number; because?: string }> {
  const { agent, store, models } = workshop
  const last = args.flag("fresh") ? undefined : await lastHere(store)
  const given = await modelSettings(models, args, await sessionServer(store, last))
  const { set, ...because } = last ? { set: given } : await rememberedModel(workshop, given)
  await requireModel(models, set.model ?? (await sessionModel(store, last)), "explore")
  if (last) {
    if (Object.keys(set).length > 0) {
      await agent.configure(last.id, set)
    }
    return { session: last.id, after: last.seq }
  }
  const session = await agent.open({
    workspace: process.cwd(),
    permissionMode: "read-only",
    // To look around is no work: nothing is defined, asked about, planned or proven.
    mode: "explore",
    ...set,
  })
  await store.append(session, [{ type: "session.described", data: { tags: [exploreTag] } }], "intent")
  return { session, after: 0, ...because }
}

async function lastHere(store: Store): Promise<SessionRow | undefined> {
  return (await sessionsOf(store, projectOf(), { tag: exploreTag })).items[0]
}

async function tellStatus(store: Store | undefined, terminal: Terminal): Promise<number> {
  const row = store && (await lastHere(store))
  if (terminal.json) await terminal.printJson({ session: row ?? null })
  else if (!row) await terminal.print("Nothing was explored in this project yet.")
  else {
    const { word } = stateOf(row)
    await terminal.print(
      `${terminal.paint.bold(titleOf(row))}`,
      `${word}, ${counted(row.messages, "message")}, active ${ago(row.updatedAt)}, session ${shortId(row.id)}`,
    )
  }
  return 0
}

/** The next question begins anew; what was found stays, in the archive. */
async function reset(store: Store | undefined, terminal: Terminal): Promise<number> {
  const row = store && (await lastHere(store))
  if (store && row) await store.append(row.id, [{ type: "session.described", data: { archived: true } }], "intent")
  if (terminal.json) await terminal.printJson({ archived: row?.id ?? null })
  else
    await terminal.print(
      row ? `Archived ${shortId(row.id)}: the next question begins anew.` : "There is nothing to reset.",
    )
  return 0
}
