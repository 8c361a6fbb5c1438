import type { Attempt } from "../../session/state.ts"
import { provenBy } from "../checks/placeholder.ts"
import type { Proof } from "../checks/strength-command.ts"
import type { ProjectFacts } from "../project/project.ts"
import type { CompletionInput, WorkAction } from "./input.ts"
import { isSound } from "./sound.ts"
import { samePath } from "./test-file.ts"

/** A file as the work left it, against what it found. */
export type NetChange = { path: string; before: string | null | undefined; after: string | null; seq: number }

/** A command that ran: by the model itself, or as a check. */
export type Run = {
  command: string
  /** What it shows when it passes; null for a command that may pass whatever the work is like. */
  proof: Proof | null
  passed: boolean
  seq: number
}

/** What the log shows of the work on a task. */
export type Work = {
  /** The files that are not as they were. */
  net: readonly NetChange[]
  /** What ended well, or nobody knows how, and may have changed what nobody knows. */
  uncovered: readonly WorkAction[]
  changed: boolean
  /** The seq of the newest change; 0 where there is none. */
  lastChange: number
  /** The seq of the newest change or command. */
  lastDeed: number
  runs: readonly Run[]
  /** The newest attempt that still counts. */
  attempt: Attempt | null
  /** Tool calls that ended well, those that only keep the model's own notes aside. */
  deeds: readonly WorkAction[]
}

/** Tools by which a model speaks to itself or to a person: using them is no work on the task. */
const noteTools: ReadonlySet<string> = new Set(["todo", "ask", "notepad_write", "notepad_read", "memory_write"])

/** Law: unknown. What has no known outcome is never taken as not done. */
const mayHaveActed: ReadonlySet<WorkAction["status"]> = new Set(["ok", "unknown"])

export function workOf({ actions, done, facts }: Pick<CompletionInput, "actions" | "done" | "facts">): Work {
  const net = netChanges(actions, done?.touched ?? [])
  const uncovered = actions.filter(({ uncovered, status }) => uncovered && mayHaveActed.has(status))
  const changes = actions.filter(({ changed, uncovered }) => changed.length > 0 || uncovered)
  const commands = actions.filter(({ command, exitCode }) => command !== null && exitCode !== null)
  const attempt = done?.attempts.findLast(({ status }) => status !== "superseded") ?? null
  const lastChange = Math.max(newest(changes), done?.changedAt ?? 0)
  return {
    net,
    uncovered,
    changed: net.length > 0 || uncovered.length > 0,
    lastChange,
    lastDeed: Math.max(lastChange, newest(commands)),
    runs: [...commands.map((action) => runOf(action, facts)), ...checkRuns(attempt, facts)],
    attempt,
    deeds: actions.filter(({ status, tool }) => status === "ok" && !noteTools.has(tool)),
  }
}

/** What became of a file; of a directory, what is left of what was changed in it. */
export function changeOf({ net }: Work, path: string): NetChange | undefined {
  const own = net.find((change) => samePath(change.path, path))
  if (own || !path.endsWith("/")) return own
  const within = net.filter((change) => `/${change.path}`.includes(`/${path.replace(/^(?:\.\/)+/, "")}`))
  return within.find(({ after }) => after !== null) ?? within[0]
}

/** An empty directory is no change of any file. */
export function isDirectoryMade({ runs }: Work, path: string): boolean {
  return runs.some(({ command, passed }) => passed && /\bmkdir\b/.test(command) && command.includes(path))
}

/** A file that was changed and put back is not changed. */
function netChanges(actions: readonly WorkAction[], touched: readonly { path: string; hash: string | null }[]) {
  const net = new Map<string, NetChange>()
  // What was touched before the actions that are known: how it was then is not known.
  for (const { path, hash } of touched) net.set(path, { path, before: undefined, after: hash, seq: 0 })
  const seen = new Set<string>()
  for (const { seq, changed } of actions) {
    for (const { path, before, after } of changed) {
      const first = seen.has(path) ? net.get(path)?.before : before
      seen.add(path)
      net.set(path, { path, before: first, after, seq })
    }
  }
  return [...net.values()].filter(({ before, after }) => before !== after)
}

function runOf({ command, exitCode, seq }: WorkAction, facts: ProjectFacts | null): Run {
  const proof = provenBy(command ?? "", facts ?? undefined)
  return { command: command ?? "", proof, passed: exitCode === 0, seq }
}

function checkRuns(attempt: Attempt | null, facts: ProjectFacts | null): Run[] {
  return (attempt?.checks ?? []).flatMap((check) => {
    const { command, kind, strength, status, startedAt } = check
    if (status !== "passed" && status !== "failed") return []
    const proof = isSound(check, facts) ? { kind, strength } : null
    return [{ command, proof, passed: status === "passed", seq: startedAt ?? 0 }]
  })
}

function newest(actions: readonly WorkAction[]): number {
  return actions.reduce((seq, action) => Math.max(seq, action.seq), 0)
}
