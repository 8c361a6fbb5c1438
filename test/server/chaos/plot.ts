import type { ScriptStep } from "../../../src/models/script.ts"
import type { PermissionMode } from "../../../src/session/event/common.ts"
import type { Random } from "../../crash/random.ts"

/** An input that a device gives. */
export type Line = { device: number; kind: "send" | "queue" | "steer"; text: string; key: string }

/** What happens in one session: what its model says, and what its people say. */
export type Plot = {
  name: string
  permissionMode: PermissionMode
  steps: readonly ScriptStep[]
  /** What each device says: the next line when the one before was taken up. The devices do not wait for each other. */
  lines: ReadonlyArray<readonly Line[]>
  /** Where each run of a command leaves its ticks. */
  ticks: string
}

export const devices = [0, 1, 2] as const

// Half of them only talk: commands cost processes, and two cores have to be enough.
const kinds = ["talk", "command", "talk", "write", "talk", "approval", "talk", "steer", "talk", "write"] as const
type Kind = (typeof kinds)[number]

/** The plot of the session with this number. Commands leave their ticks in a file beside the workspace. */
export function plotOf(number: number, directory: string, random: Random): Plot {
  const kind = kinds[number % kinds.length] ?? "talk"
  const name = `${kind}${number}`
  const ticks = `${directory}/ticks-${name}`
  return {
    name,
    permissionMode: kind === "approval" ? "prompt" : "allow",
    steps: stepsOf(kind, name, ticks, random),
    lines: linesOf(kind, name),
    ticks,
  }
}

function linesOf(kind: Kind, name: string): Line[][] {
  const line = (device: number, count: number, kindOf: Line["kind"]): Line => {
    const key = `${name} ${device} ${count}`
    return { device, kind: kindOf, text: `What comes after ${key}?`, key }
  }
  const later = kind === "steer" ? "steer" : "queue"
  return devices.map((device) => {
    const own = line(device, 0, device === 0 ? "send" : later)
    return device === 1 ? [own, line(device, 1, later)] : [own]
  })
}

function stepsOf(kind: Kind, name: string, ticks: string, random: Random): ScriptStep[] {
  const streamed = { chunkChars: 16, chunkDelayMs: 20 }
  const said = (step: number) => ({ text: words(`${name}.${step}`, random.between(20, 60)), ...streamed })
  return Array.from({ length: 16 }, (_, step): ScriptStep => {
    if (kind === "talk" || step !== 1) {
      const thought = step % 4 === 0 ? { reasoning: words(`thought ${name}.${step}`, 10) } : {}
      return { ...said(step), ...thought }
    }
    const call =
      kind === "write"
        ? { name: "write", arguments: { path: fileOf(step), content: contentOf(name, step) } }
        : { name: "bash", arguments: { command: tickCommand(ticks, step) } }
    return { ...said(step), toolCalls: [call] }
  })
}

/** The file that a step of a plot writes. */
export const fileOf = (step: number) => `written-${step}.txt`

export const contentOf = (name: string, step: number) => words(`file ${name}.${step}`, 20)

const ticksOf = ["1", "2", "3", "4"] as const

/** What a command prints, line by line. */
export const tickOutput = (step: number) => ticksOf.map((tick) => `step ${step} tick ${tick}\n`).join("")

const tickCommand = (ticks: string, step: number) =>
  `for tick in ${ticksOf.join(" ")}; do echo step ${step} tick $tick | tee -a ${ticks}; sleep 0.1; done`

/** No two words are alike, and some look like the form that they are sent in. */
function words(of: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${of}-${at}${at % 9 === 8 ? " 🌊\n\ndata: é\r\n" : ""}`).join(" ")
}
