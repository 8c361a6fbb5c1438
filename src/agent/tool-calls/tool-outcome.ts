import type { EventData, NewEvent } from "../../session/event.ts"
import type { OpenTool } from "../../session/state.ts"
import type { Result } from "../../tools/contract.ts"
import { shorten } from "../../tools/shorten.ts"
import { type CheckVerdict, verdictWithoutRun } from "../../workflow/checks/check-verdict.ts"
import type { Work } from "../turn/work.ts"

type Finished = EventData<"tool.finished">

/** What came of a call, before it is an event. */
export type ToolOutcome = Omit<Result, "status"> & {
  status: Finished["status"]
  changed?: Finished["changed"]
  uncovered?: string
  generated?: number
  durationMs?: number | null
  /** What the command of a check shows. */
  verdict?: CheckVerdict
}

/** The outcome as an event: what is too long to show is kept whole in a blob. */
export async function finished({ call, check }: OpenTool, outcome: ToolOutcome, { store }: Work): Promise<NewEvent> {
  const { status, text, seen = [], changed = [], uncovered, generated, exitCode, durationMs, usage } = outcome
  const output = await shorten(text, { putBlob: (bytes, mediaType) => store.putBlob(bytes, mediaType) })
  return {
    type: "tool.finished",
    data: {
      call,
      status,
      ...(check ? { check: { ...check, ...(outcome.verdict ?? verdictWithoutRun(status, text)) } } : {}),
      output,
      changed,
      ...(uncovered === undefined ? {} : { uncovered }),
      ...(generated === undefined ? {} : { generated }),
      ...(seen.length > 0 ? { seen: [...seen] } : {}),
      ...(usage ? { usage } : {}),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(durationMs === undefined || durationMs === null ? {} : { durationMs }),
    },
  }
}

/** What the staged files of a call belong to: ids of calls are used again, the seq of a call is not. */
export function stagingKey({ lease }: Work, { calledAt }: OpenTool): string {
  return `${lease.session}:${calledAt}`
}
