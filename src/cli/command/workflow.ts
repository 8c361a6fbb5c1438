import { workflowEvents } from "../../agent/turn/workflow-events.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { ArtifactKind } from "../../session/event/workflow.ts"
import type { SessionState } from "../../session/state.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { artifactVersions } from "../../workflow/explain/artifact-versions.ts"
import { type TimelineFilter, type TimelineKind, timelineOf } from "../../workflow/explain/timeline.ts"
import { workflowView } from "../../workflow/explain/workflow-view.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { artifactDiffs, editArtifact, showArtifact } from "../session/artifact-files.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { diffLines, workflowLines } from "../text/workflow-text.ts"
import { UsageError } from "../usage-error.ts"
import { withSessions } from "../with-store.ts"

const usualEntries = 24

export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  const [show, edit] = [args.text("show"), args.text("edit")] as (ArtifactKind | undefined)[]
  checkOptions(args)
  return withSessions(edit ? "act" : "look", async (store) => {
    const row = await findSession(store, typed)
    const state = await store.state(row.id)
    if (edit) {
      const from = args.number("from")
      await editArtifact({ store, row, state }, edit, { file: args.text("file") ?? "-", from }, terminal)
    } else if (show && args.flag("diff")) await printDiff({ store, row, state }, show, terminal)
    else if (show) await showArtifact({ store, row, state }, show, terminal)
    else await printWorkflow({ store, row, state }, args, terminal)
    return 0
  })
}

function checkOptions(args: Arguments): void {
  if (args.flag("show") && args.flag("edit")) {
    throw new UsageError("--show and --edit cannot be combined.", "workflow")
  }
  if (args.flag("edit") && !args.flag("file")) {
    throw new UsageError("--edit needs --file with the new text; - reads standard input.", "workflow")
  }
  if (args.flag("edit")) return
  const stray = ["file", "from"].find((name) => args.flag(name))
  if (stray) throw new UsageError(`--${stray} belongs to --edit.`, "workflow")
}

type WorkflowSource = { store: Store; row: SessionRow; state: SessionState }

async function printWorkflow(
  { store, row, state }: WorkflowSource,
  args: Arguments,
  terminal: Terminal,
): Promise<void> {
  const events = await workflowEvents(store, state)
  const { ledger, done } = state.branch
  const view = workflowView({ timeline: timelineOf(events), ledger, attempts: done?.attempts ?? [] }, filterFrom(args))
  const artifacts = artifactVersions(events)
  const diffs = args.flag("diff") ? await artifactDiffs(store, artifacts) : null
  if (terminal.json) {
    await terminal.printJson({ session: row.id, ...view, artifacts, ...(diffs ? { diffs } : {}) })
    return
  }
  await terminal.print(
    ...workflowLines({ view, artifacts, row, state, diffs: diffs ? "shown" : "not shown" }, terminal),
  )
  if (diffs) await terminal.print("", ...diffLines(diffs, terminal))
}

/** Prints the newest change of one artifact. */
async function printDiff({ store, row, state }: WorkflowSource, kind: ArtifactKind, terminal: Terminal): Promise<void> {
  const versions = artifactVersions(await workflowEvents(store, state)).filter(({ artifact }) => artifact === kind)
  const diffs = await artifactDiffs(store, versions)
  if (terminal.json) await terminal.printJson({ session: row.id, artifact: kind, diffs })
  else await terminal.print(...diffLines(diffs, terminal))
}

function filterFrom(args: Arguments): TimelineFilter {
  return {
    mode: args.text("mode") as WorkflowMode | undefined,
    kind: args.text("kind") as TimelineKind | undefined,
    only: args.flag("policy") ? "policy" : undefined,
    limit: args.number("limit") ?? usualEntries,
  }
}
