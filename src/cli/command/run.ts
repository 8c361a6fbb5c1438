import type { Limits } from "../../agent/limits.ts"
import type { PermissionMode, WorkflowMode } from "../../session/event/common.ts"
import type { Requirement } from "../../session/event/input.ts"
import type { Store } from "../../store/contract.ts"
import { limitsFrom, plansFrom, type Workshop, withAgent } from "../agent.ts"
import type { Arguments } from "../arguments.ts"
import type { Run } from "../commands/form.ts"
import { compactionIn, compactSession } from "../compact-session.ts"
import { assertPriced } from "../cost-limit.ts"
import { sayAndDrive } from "../drive-session.ts"
import { modelSettings, requireModel } from "../model-notice.ts"
import { newestOfProject } from "../own-sessions.ts"
import { rememberedModel } from "../remembered-model.ts"
import { findSession } from "../session-id.ts"
import { sessionModel, sessionServer } from "../session-server.ts"
import { taskFrom } from "../task.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  if (args.flag("session") && args.flag("continue")) {
    throw new UsageError("--session names a session and --continue the last one: give one of them.", "run")
  }
  const task = await taskFrom(args, "run", terminal)
  const wanted = {
    purpose: "create" as const,
    limits: limitsFrom(args, "run"),
    noAsk: args.flag("no-ask"),
    baseUrl: args.text("base-url"),
  }
  const compaction = compactionIn(task.text)
  if (compaction && !args.text("session") && !args.flag("continue")) {
    throw new UsageError("/compact is about a session: name it with --session, or use --continue.", "run")
  }
  return withAgent(wanted, async (workshop) => {
    const place = await sessionFor(args, workshop, wanted.limits)
    if (compaction) return compactSession(workshop, { ...compaction, session: place.session }, terminal)
    const require = args.text("require") as Requirement | undefined
    return sayAndDrive(workshop, { ...place, task, plans: plansFrom(args), ...(require ? { require } : {}) }, terminal)
  })
}

/** The session that was named, or a new one here; with what the command line sets for it. */
async function sessionFor(
  args: Arguments,
  workshop: Workshop,
  limits: Partial<Limits>,
): Promise<{ session: string; after: number; because?: string }> {
  const { agent, store, models } = workshop
  const named = args.text("session")
  const row = named ? await findSession(store, named) : args.flag("continue") ? await newestOfProject(store) : undefined
  const permissionMode = args.text("permission-mode") as PermissionMode | undefined
  const asked = args.text("mode") as WorkflowMode | "auto" | undefined
  const mode = asked ?? (row && row.status !== "running" && (await modeIsOver(store, row.id)) ? "auto" : undefined)
  const server = await sessionServer(store, row)
  const given = await modelSettings(models, args, server)
  const { set: chosen, ...because } = row ? { set: given } : await rememberedModel(workshop, given)
  const model = chosen.model ?? (await sessionModel(store, row))
  const set = {
    ...chosen,
    ...(permissionMode ? { permissionMode } : {}),
    ...(mode ? { mode: mode === "auto" ? null : mode } : {}),
  }
  // Who drives it already has a model.
  if (row?.status !== "running") await requireModel(models, model, "run")
  await assertPriced(workshop, { model, server: chosen.baseUrl ?? server, limits }, "run")
  if (!row) return { session: await agent.open({ workspace: process.cwd(), ...set }), after: 0, ...because }
  if (Object.keys(set).length > 0) {
    await agent.configure(row.id, set)
  }
  return { session: row.id, after: row.seq }
}

/** A mode is asked for with a task, and is over with it; a session that only looks around stays one. */
async function modeIsOver(store: Store, session: string): Promise<boolean> {
  const { mode } = (await store.state(session)).log
  return mode !== null && mode !== "explore"
}
