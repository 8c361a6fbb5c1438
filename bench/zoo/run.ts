import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { agents, findProgram } from "./agents.ts"
import type { Outcome } from "./attempt.ts"
import { totals, tour } from "./tour.ts"
import { chosen } from "./zoo.ts"

// npm run bench:zoo [-- --only name,… --agents holdfast,pi,opencode,qwen-code --peers DIR --no-governor --timeout 60 --keep DIR]

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    agents: { type: "string", default: "holdfast" },
    peers: { type: "string" },
    "no-governor": { type: "boolean", default: false },
    timeout: { type: "string", default: "60" },
    keep: { type: "string" },
  },
})

const behaviours = chosen(values.only.split(",").filter(Boolean))
const tours = new Map<string, Outcome[]>()

for (const name of values.agents.split(",")) {
  const agent = agents[name]
  if (!agent) throw new Error(`There is no agent ${name}: ${Object.keys(agents).join(", ")}`)
  const program = findProgram(agent.program, values.peers)
  if (program === undefined) {
    console.log(`\n${name}: not installed, left out.`)
    continue
  }
  console.log(`\n${name} ${versionOf(program)}`)
  console.log(`  ${"behaviour".padEnd(44)} ${"right".padEnd(6)} honest  steps  calls      ms  ends with`)
  const outcomes = await tour(behaviours, agent, {
    program,
    timeoutMs: Number(values.timeout) * 1000,
    env: values["no-governor"] ? { HOLDFAST_GOVERNOR: "off" } : {},
    keep: values.keep,
    onOutcome: (outcome) => console.log(`  ${row(outcome)}`),
  })
  tours.set(name, outcomes)
}

console.log()
for (const [name, outcomes] of tours) {
  const { right, of, honest, ofAll } = totals(outcomes)
  const time = (outcomes.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(0)
  console.log(
    `${name.padEnd(12)} right ${right} of ${of} (${share(right, of)}), honest ${honest} of ${ofAll} (${share(honest, ofAll)}), ${time} s`,
  )
}

function row({ behaviour, hopeless, right, honest, requests, calls, ms, says, wrong }: Outcome): string {
  const isRight = hopeless ? "-" : right ? "yes" : "NO"
  const counted = `${String(requests).padStart(5)}  ${String(calls).padStart(5)}  ${String(ms).padStart(6)}`
  const why = right || hopeless ? "" : `; ${wrong.join("; ")}`
  return `${behaviour.padEnd(44)} ${isRight.padEnd(6)} ${(honest ? "yes" : "NO").padEnd(6)}  ${counted}  ${says}${why}`
}

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 20_000 })
  return stdout?.trim().split("\n").at(-1) ?? ""
}

function share(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`
}
