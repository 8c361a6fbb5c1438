import { projectOf } from "../../agent/configuration/project-of.ts"
import { exploreLimits, exploreTools } from "../../agent/turn/explore-run.ts"
import { counted } from "../../base/amount-text.ts"
import { shortId } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { type CliContext, withAgent } from "../cli-context.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { modelSettings, requireModel } from "../model-notice.ts"
import { rememberedModel } from "../remembered-model.ts"
import { sendAndDrive } from "../session/drive-session.ts"
import { exploreTag, sessionsOf } from "../session/own-sessions.ts"
import { sessionModel, sessionServer } from "../session/session-server.ts"
import { taskFrom } from "../task.ts"
import type { Terminal } from "../terminal.ts"
import { stateOf, titleOf } from "../text/session-table.ts"
import { withStore } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  if (args.flag("status")) return withStore("look", (store) => printStatus(store, terminal))
  if (args.flag("reset")) return withStore("act", (store) => reset(store, terminal))
  const task = await taskFrom(args, "explore", terminal)
  const wanted = { purpose: "create" as const, tools: exploreTools, limits: exploreLimits, noAsk: true }
  return withAgent({ ...wanted, baseUrl: args.text("base-url") }, async (context) => {
    const place = await sessionFor(args, context)
    return sendAndDrive(context, { ...place, task }, terminal)
  })
}

/** Continues the project's explore session, so that earlier questions are context. */
async function sessionFor(
  args: Arguments,
  context: CliContext,
): Promise<{ session: string; after: number; because?: string }> {
  const { agent, store, models } = context
  const last = args.flag("fresh") ? undefined : await lastHere(store)
  const given = await modelSettings(models, args, await sessionServer(store, last))
  const { set, ...because } = last ? { set: given } : await rememberedModel(context, given)
  await requireModel(models, set.model ?? (await sessionModel(store, last)))
  if (last) {
    if (Object.keys(set).length > 0) {
      await agent.configure(last.id, set)
    }
    return { session: last.id, after: last.seq }
  }
  const session = await agent.open({
    workspace: process.cwd(),
    permissionMode: "read-only",
    // Explore mode: no definition of done, no clarifying questions, no plan, no checks.
    mode: "explore",
    ...set,
  })
  await store.append(session, [{ type: "session.described", data: { tags: [exploreTag] } }], "intent")
  return { session, after: 0, ...because }
}

async function lastHere(store: Store): Promise<SessionRow | undefined> {
  return (await sessionsOf(store, projectOf(), { tag: exploreTag })).items[0]
}

async function printStatus(store: Store | undefined, terminal: Terminal): Promise<number> {
  const row = store && (await lastHere(store))
  if (terminal.json) await terminal.printJson({ session: row ?? null })
  else if (!row) await terminal.print("Nothing explored in this project yet.")
  else {
    const { word } = stateOf(row)
    await terminal.print(
      `${terminal.paint.bold(titleOf(row))}`,
      `${word}, ${counted(row.messages, "message")}, active ${ago(row.updatedAt)}, session ${shortId(row.id)}`,
    )
  }
  return 0
}

/** Archives the explore session, so that the next question starts a new one. */
async function reset(store: Store | undefined, terminal: Terminal): Promise<number> {
  const row = store && (await lastHere(store))
  if (store && row) await store.append(row.id, [{ type: "session.described", data: { archived: true } }], "intent")
  if (terminal.json) await terminal.printJson({ archived: row?.id ?? null })
  else await terminal.print(row ? `Archived ${shortId(row.id)}: the next question starts fresh.` : "Nothing to reset.")
  return 0
}
