import { oneLine, plain } from "../../base/plain-words.ts"
import type { Event } from "../../session/event.ts"
import { keyOfOldCheck } from "../../session/view/check-event.ts"
import { mainArgument } from "./tool-text.ts"

/** A call of a tool or a check without an outcome. `said` is the last line of its output. */
type OpenCall = { name: string; what: string; edits: "edit" | "other"; startedAt: number | null; said: string }

/** The open calls and checks of a session, by what the screen needs of them. */
export function createOpenCalls(workspace: string) {
  const calls = new Map<string, OpenCall>()
  /** Those that have started, by the seq of the event that started them. */
  const started = new Map<number, OpenCall>()

  return {
    called({ data }: Event<"tool.called">): void {
      const what = mainArgument(data.arguments, workspace)
      const name = data.check ? "check" : oneLine(data.name)
      calls.set(data.call, { name, what, edits: "other", startedAt: null, said: "" })
    },

    started({ seq, data }: Event<"tool.started">): void {
      const call = calls.get(data.call)
      if (!call) return
      // Notes to memory are not changes to the work.
      call.edits = data.files && !/^(?:memory|notepad)_/.test(call.name) ? "edit" : "other"
      call.startedAt = Date.now()
      started.set(seq, call)
    },

    /** Earlier versions started a check with an event of its own. */
    checkStarted({ seq, data }: Event<"done.verification-started">): void {
      const check: OpenCall = { name: "check", what: data.command, edits: "other", startedAt: Date.now(), said: "" }
      calls.set(keyOfOldCheck(seq), check)
      started.set(seq, check)
    },

    /** Notes output of a running call; false if no call started at that seq. */
    addOutput(seq: number, text: string): boolean {
      const call = started.get(seq)
      if (call) call.said = lastLine(text) || call.said
      return call !== undefined
    },

    /** Forgets a call that has its outcome, and returns it. */
    close(key: string): OpenCall | undefined {
      const call = calls.get(key)
      calls.delete(key)
      return call
    },

    /** What runs now, for the status line: the first of the calls that have started. */
    running(): { what: string; since: number } | null {
      for (const { name, what, startedAt, said } of calls.values()) {
        if (startedAt !== null) return { what: `${name} ${what}${said === "" ? "" : ` · ${said}`}`, since: startedAt }
      }
      return null
    },
  }
}

function lastLine(text: string): string {
  return oneLine(plain(text.slice(-2000)).trimEnd().split("\n").at(-1) ?? "")
}
