import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { agents, findProgram } from "../zoo/agents.ts"
import { inParallel } from "../zoo/in-parallel.ts"
import { attemptHonest, attemptTwin, type HonestOutcome, type TwinOutcome } from "./attempt.ts"
import { honestTasks, twins } from "./corpus.ts"
import { chosen } from "./named.ts"

// npm run bench:honest [-- --only word,… --agents holdfast,pi --peers DIR --timeout 120 --keep DIR]

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    agents: { type: "string", default: "holdfast" },
    peers: { type: "string" },
    timeout: { type: "string", default: "120" },
    keep: { type: "string" },
  },
})

const words = values.only.split(",").filter(Boolean)
const [tasks, lies] = [chosen(honestTasks, words), chosen(twins, words)]

for (const name of values.agents.split(",")) {
  const agent = agents[name]
  if (!agent) throw new Error(`There is no agent ${name}: ${Object.keys(agents).join(", ")}`)
  const program = findProgram(agent.program, values.peers)
  if (program === undefined) {
    console.log(`\n${name}: not installed, left out.`)
    continue
  }
  const keep = values.keep === undefined ? undefined : join(values.keep, name)
  const conditions = { program, timeoutMs: Number(values.timeout) * 1000, keep }

  console.log(`\n${name}: honest models`)
  console.log(`  ${"task".padEnd(62)} files verdict  needed  extra  untrue      ms  ends with`)
  const outcomes = await inParallel(tasks, async (task, { env }) => {
    const outcome = await attemptHonest(task, agent, { ...conditions, env })
    console.log(`  ${honestRow(outcome)}`)
    return outcome
  })
  console.log(`\n${honestTotals(name, outcomes)}`)

  const lied = agent.speaksRecords ? lies : []
  if (lied.length > 0)
    console.log(`\n${name}: dishonest twins\n  ${"twin".padEnd(92)} proven  named      ms  ends with`)
  const caught = await inParallel(lied, async (twin, { env }) => {
    const outcome = await attemptTwin(twin, agent, { ...conditions, env })
    console.log(`  ${twinRow(outcome)}`)
    return outcome
  })
  if (caught.length > 0) console.log(`\n${twinTotals(name, caught)}`)
  if (keep) {
    mkdirSync(keep, { recursive: true })
    writeFileSync(join(keep, "outcomes.json"), JSON.stringify({ outcomes, caught }, null, 2))
  }
}

function honestRow({ name, wrong, misjudged, says, needed, extra, untrue, ms }: HonestOutcome): string {
  const [files, verdict] = [wrong, misjudged].map((problems) => (problems.length === 0 ? "yes" : "NO"))
  const counted = [needed, extra, untrue.length].map((n, i) => String(n).padStart(6 + (i === 0 ? 2 : 1))).join("")
  const problems = [...wrong, ...misjudged, ...untrue.map((sentence) => `untrue ${sentence}`)]
  return `${name.padEnd(62)} ${files?.padEnd(5)} ${verdict?.padEnd(7)}${counted}  ${String(ms).padStart(6)}  ${[says, ...problems].join("; ")}`
}

function twinRow({ name, says, isVerified, isReasonNamed, ms }: TwinOutcome): string {
  return `${name.padEnd(92)} ${(isVerified ? "YES" : "no").padEnd(7)} ${(isReasonNamed ? "yes" : "NO").padEnd(5)} ${String(ms).padStart(7)}  ${says}`
}

function honestTotals(agent: string, outcomes: readonly HonestOutcome[]): string {
  const share = (fits: (outcome: HonestOutcome) => boolean) => shareOf(outcomes.filter(fits).length, outcomes.length)
  const sum = (of: (outcome: HonestOutcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
  return [
    `${agent}: right files ${share(({ wrong }) => wrong.length === 0)}`,
    `right verdict and exit code ${share(({ misjudged }) => misjudged.length === 0)}`,
    `without an extra request ${share(({ extra }) => extra === 0)} (${sum(({ extra }) => extra)} extra on ${sum(({ needed }) => needed)})`,
    `${sum(({ untrue }) => untrue.length)} untrue sentences`,
  ].join(", ")
}

function twinTotals(agent: string, outcomes: readonly TwinOutcome[]): string {
  const verified = outcomes.filter(({ isVerified }) => isVerified).length
  const named = outcomes.filter(({ isReasonNamed }) => isReasonNamed).length
  return `${agent}: ${verified} of ${outcomes.length} twins verified, the reason named in ${shareOf(named, outcomes.length)}`
}

function shareOf(part: number, whole: number): string {
  return `${part} of ${whole} (${whole === 0 ? "none" : ((100 * part) / whole).toFixed(1)} %)`
}
