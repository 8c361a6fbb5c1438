import type { Failure, Purpose, Request } from "../../models/contract.ts"
import type { NewEvent } from "../../session/event.ts"
import { modelHere } from "../../session/view/model.ts"
import { serverHere } from "../../session/view/server.ts"
import type { Piece } from "../../store/contract.ts"
import { describeTools } from "../../tools/tool-set.ts"
import { type Answer, hear } from "../answer.ts"
import { nameCalls } from "../calls.ts"
import { conversation } from "../conversation.ts"
import { backoff } from "../limits.ts"
import { preparePrompt } from "../prompt.ts"
import { unusable } from "../unusable-model.ts"
import { decided, happened, moveTo, type Work } from "../work.ts"

/** One call of the model: the intent, what it streams, and its outcome. When it is stopped, the turn's end settles it. */
export async function askModel(work: Work): Promise<void> {
  const { store, lease, state, tools, signal } = work
  const { foreignThrough } = work.permissions
  const name = modelHere(state, foreignThrough)
  const model = await work.model(name, serverHere(state, foreignThrough)).catch(unusable(name))
  const phase = state.log.turn?.phase ?? null
  const moves = moveTo(phase, "assistant", { code: "request_assistant_response", summary: "Asking the model" })
  const prompt = await preparePrompt(work)
  const messages = await conversation(work)
  const purpose = state.log.startedBy ? "explore" : "turn"
  const position = groupOf(purpose).reduce((sum, name) => sum + (state.log.outcomes[name] ?? 0), 0)
  const request: Request = {
    purpose,
    instructions: prompt.instructions,
    messages,
    tools: describeTools(tools),
    position,
  }
  const promptSeq = prompt.event ? state.seq + moves.length + 1 : prompt.seq
  const attempt = (state.log.turn?.progress.failures ?? 0) + 1
  const asked = await decided(work, [
    ...moves,
    ...(prompt.event ? [prompt.event] : []),
    {
      type: "model.asked",
      data: {
        purpose,
        model: model.name,
        ...(promptSeq === undefined ? {} : { prompt: promptSeq }),
        ...(attempt > 1 ? { attempt } : {}),
      },
    },
  ])
  const checkpoint = (piece: Piece) => store.checkpoint(lease, asked, piece)
  const answer = await hear(model.stream(request, signal), { checkpoint, signal })
  if (signal.aborted && answer.end?.type !== "finished") return
  await happened(work, outcome(asked, answer, work))
}

/** The calls that share one sequence of a script. */
function groupOf(purpose: "turn" | "explore"): readonly Purpose[] {
  return purpose === "turn" ? ["turn", "clarify", "plan"] : ["explore"]
}

function outcome(asked: number, answer: Answer, work: Work): NewEvent[] {
  const { end, text, reasoning } = answer
  if (end?.type !== "finished") {
    return failed(
      asked,
      end?.failure ?? { kind: "connection", message: "The model's answer ended in the middle" },
      text,
      work,
    )
  }
  const calls = nameCalls(answer.calls, work.tools)
  return [
    {
      type: "model.answered",
      data: {
        asked,
        text,
        ...(reasoning ? { reasoning } : {}),
        ...(calls.length > 0 ? { calls: calls.map(({ call, name }) => ({ call, name })) } : {}),
        ...(end.usage ? { usage: end.usage } : {}),
        finish: end.finish,
      },
    },
    ...calls.map((data): NewEvent => ({ type: "tool.called", data })),
    ...(calls.length > 0
      ? moveTo("assistant", "tools", {
          code: "execute_tool_batch",
          summary: `Running ${calls.map(({ name }) => name).join(", ")}`,
        })
      : []),
  ]
}

function failed(asked: number, failure: Failure, text: string, work: Work): NewEvent[] {
  const { kind, message, status, usage } = failure
  const wait = waitFor(failure, work)
  const retryAt = wait === undefined ? undefined : new Date(work.now() + wait).toISOString()
  return [
    {
      type: "model.failed",
      data: {
        asked,
        kind,
        message,
        ...(status === undefined ? {} : { status }),
        ...(text ? { text } : {}),
        ...(usage ? { usage } : {}),
        ...(retryAt ? { retryAt } : {}),
      },
    },
    ...(retryAt
      ? moveTo("assistant", "repair", { kind: "retry", code: `repair_${kind.replaceAll("-", "_")}`, summary: message })
      : []),
  ]
}

const worthARetry: ReadonlySet<Failure["kind"]> = new Set(["empty", "rate-limit", "server", "connection", "timeout"])

/** How long to wait before asking again; undefined where asking again would change nothing. */
function waitFor({ kind, retryAfterMs }: Failure, { state }: Work): number | undefined {
  if (!worthARetry.has(kind)) return undefined
  if (kind === "empty") return 0
  const failures = state.log.turn?.progress.failures ?? 0
  return retryAfterMs ?? Math.min(backoff.mostMs, backoff.firstMs * 2 ** failures)
}
