import { randomUUID } from "node:crypto"
import type { Usage } from "../../session/event/common.ts"
import { conversational } from "../../session/event/model.ts"
import type { StopCode } from "../../session/event/turn.ts"
import { type Event, isKnown } from "../../session/event.ts"
import { exitCodes } from "../exit-codes.ts"
import type { Terminal } from "../terminal.ts"
import type { Face } from "./face.ts"
import type { Item } from "./narrator.ts"
import { type Result, resultLine } from "./result.ts"

/**
 * Presents a turn as `system`, `assistant`, `user` and `result` messages, the dialect of `claude --output-format`, which
 * other programs read; see docs/json-stream.md. `json` prints the result alone.
 */
export function messageFace(terminal: Pick<Terminal, "printJson">, format: "json" | "stream-json"): Face {
  const messages = messagesOf()
  const print = async (lines: readonly unknown[]) => {
    if (format === "stream-json") for (const line of lines) await terminal.printJson(line, "line")
  }
  return {
    async start(about, { events }) {
      const { tools } = await import("../../tools/tool-set.ts")
      await print([messages.init(about, tools)])
      // The calls that a crash left open: their results belong to them.
      for (const event of events) messages.note(event)
    },
    show: (item) => print("type" in item ? messages.of(item) : []),
    say: async () => undefined,
    end: (result) => terminal.printJson(messages.result(result), "line"),
    close: () => undefined,
  }
}

type Call = { tool_name: string; tool_use_id: string; tool_input: Record<string, unknown> }

/** Turns events into messages. */
function messagesOf() {
  const calls = new Map<string, Call>()
  const denied: Call[] = []
  /** The open model calls of the conversation, by seq. */
  const asked = new Map<number, Event<"model.asked">>()
  let session = ""
  let answer: { id: string; model: string; stop_reason: string; usage: unknown } | null = null
  let modelMs = 0

  const envelope = () => ({ session_id: session, uuid: randomUUID() })
  // Sub-agents have sessions of their own here.
  const inConversation = () => ({ parent_tool_use_id: null, ...envelope() })

  const assistant = (content: unknown) => {
    if (!answer) return []
    const message = { ...answer, type: "message", role: "assistant", content: [content], stop_sequence: null }
    return [{ type: "assistant", message, ...inConversation() }]
  }

  const answered = (event: Event<"model.answered">) => {
    const { data } = event
    const call = asked.get(data.asked)
    if (!call) return []
    modelMs += Date.parse(event.at) - Date.parse(call.at)
    const stop = stopReasons[data.finish] ?? data.finish
    answer = { id: event.id, model: call.data.model, stop_reason: stop, usage: usageFields(data.usage) }
    return [
      ...(data.reasoning ? assistant({ type: "thinking", thinking: data.reasoning, signature: "" }) : []),
      ...(data.text ? assistant({ type: "text", text: data.text }) : []),
    ]
  }

  const finished = ({ data: { call, status, output } }: Event<"tool.finished">) => {
    const made = calls.get(call)
    if (!made) return []
    if (status === "denied") denied.push(made)
    const result = { type: "tool_result", tool_use_id: call, content: output.text, is_error: status !== "ok" }
    return [{ type: "user", message: { role: "user", content: [result] }, ...inConversation() }]
  }

  const note = (event: Event) => {
    if (event.type === "model.asked" && conversational.has(event.data.purpose)) asked.set(event.seq, event)
    // A check is called by the workflow: the model has neither asked for it nor gets its result.
    if (event.type === "tool.called" && !event.data.check) {
      const { call, name, arguments: input } = event.data
      calls.set(call, { tool_name: name, tool_use_id: call, tool_input: input })
    }
  }

  return {
    note,
    init({ sessionId, workspace, permissionMode, model }: Parameters<Face["start"]>[0], tools: readonly Named[]) {
      session = sessionId
      return {
        type: "system",
        subtype: "init",
        cwd: workspace,
        model: model.name,
        permissionMode,
        tools: tools.map(({ name }) => name),
        mcp_servers: [],
        slash_commands: [],
        agents: [],
        apiKeySource: "none",
        ...envelope(),
      }
    },
    of(item: Exclude<Item, { channel: unknown }>): unknown[] {
      if (!isKnown(item)) return []
      note(item)
      if (item.type === "model.answered") return answered(item)
      if (item.type === "tool.finished") return finished(item)
      if (item.type !== "tool.called") return []
      const call = calls.get(item.data.call)
      const { tool_use_id: id, tool_name: name, tool_input: input } = call ?? {}
      return call ? assistant({ type: "tool_use", id, name, input }) : []
    },
    result(result: Result) {
      const isError = result.exitCode !== exitCodes.ok
      const { text, usage, durationMs, ...own } = resultLine(result)
      return {
        type: "result",
        subtype: isError ? ((result.stop && errorSubtypes[result.stop]) ?? "error_during_execution") : "success",
        is_error: isError,
        duration_ms: durationMs ?? 0,
        duration_api_ms: modelMs,
        num_turns: usage.calls,
        result: text,
        ...(isError ? { errors: [problemOf(result)] } : {}),
        total_cost_usd: usage.cost,
        usage: usageFields(usage),
        permission_denials: denied,
        ...envelope(),
        holdfast: own,
      }
    },
  }
}

type Named = { name: string }

const stopReasons: Readonly<Record<string, string>> = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
}

const errorSubtypes: Readonly<Partial<Record<StopCode, string>>> = {
  "step-limit": "error_max_turns",
  "cost-budget": "error_max_budget_usd",
}

/** There `input_tokens` leaves out what the cache served or took. */
function usageFields({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Partial<Omit<Usage, "cost">> = {}) {
  return {
    input_tokens: Math.max(0, input - cacheRead - cacheWrite),
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  }
}

function problemOf({ error, asks, summary, sessionId }: Result): string {
  if (error) return error.message
  const [first] = asks
  if (first) return `Waiting for your answer: ${first.question} Answer with: holdfast answer ${sessionId}`
  return summary || `The turn is still open. Resume with: holdfast resume ${sessionId}`
}
