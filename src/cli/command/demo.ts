import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout } from "node:timers/promises"
import { sessionPlaces } from "../../agent/configuration/places.ts"
import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { demonstration, writeDemoProject } from "../../present/demo-project.ts"
import { type Event, isKnown } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"
import { placeJob } from "../../tools/job/place.ts"
import type { Job } from "../../tools/job/plan.ts"
import { viewJob } from "../../tools/job/view-job.ts"
import { withAgent } from "../cli-context.ts"
import type { Run } from "../commands/command-form.ts"
import type { Item } from "../live/narrator.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  const named = args.text("directory")
  const directory = makeProject(named)
  return withAgent({ purpose: "create" }, async ({ agent, store, directory: data }) => {
    const { title, model, task } = demonstration
    const session = await agent.open({ workspace: directory, title, model })
    const scene = { store, session, directory, terminal }
    await print(terminal, ...introduction(directory))
    const kills: Kill[] = []
    for (const { argv, when } of [
      { argv: ["run", "--session", session, task], when: inTheAnswer() },
      { argv: ["resume", session], when: inTheCommand(sessionPlaces({ directory: data, session }).jobs) },
    ]) {
      const { killed } = await act(scene, argv, when)
      if (killed) kills.push(killed)
    }
    const { code } = await act(scene, ["resume", session], () => undefined)
    const report = await reportOf(store, session)
    const isKept = named !== undefined || code !== 0
    if (!isKept) rmSync(directory, { recursive: true, force: true })
    if (terminal.json) await terminal.printJson({ session, directory, kills, ...report })
    else
      await terminal.print(...reportLines(report, { kills, directory: isKept ? directory : null, session, terminal }))
    return code ?? 1
  })
}

function makeProject(given: string | undefined): string {
  const directory = given === undefined ? mkdtempSync(join(tmpdir(), "holdfast-demo-")) : resolve(given)
  if (given !== undefined && existsSync(directory) && readdirSync(directory).length > 0) {
    throw new UsageError(`${directory} is not empty: name a new directory.`, "demo")
  }
  writeDemoProject(directory)
  return directory
}

type Kill = { pid: number | undefined; during: string }

/** Waits for a good moment to kill the process, and describes it. */
type When = (item: Item) => string | undefined | Promise<string | undefined>

/** In the middle of the third answer or a later one, or right after it if it was not streamed. */
function inTheAnswer(): When {
  let answers = 0
  return (item) => {
    if (!("type" in item)) {
      const enough = answers >= 3 && item.channel === "text" && item.offset + item.text.length >= 40
      return enough ? "in the middle of an answer" : undefined
    }
    if (item.type === "model.answered") answers++
    return answers > 3 ? "right after an answer" : undefined
  }
}

/** While the check runs. */
function inTheCommand(jobs: string): When {
  let changed = false
  return (item) => {
    if (!("type" in item) || !isKnown(item)) return undefined
    if (item.type === "tool.finished" && item.data.changed.length > 0) changed = true
    return changed && item.type === "tool.started" && item.data.job
      ? onceItRuns(placeJob(item.data.job, jobs))
      : undefined
  }
}

const lookEveryMs = 5

async function onceItRuns(job: Job): Promise<string> {
  while (viewJob(job).state === "unclaimed") await setTimeout(lookEveryMs)
  return `while ${oneLine(job.command)} runs`
}

type DemoContext = { store: Store; session: string; directory: string; terminal: Terminal }

/** Runs holdfast as a child process and kills it at the given moment. */
async function act({ store, session, directory, terminal }: DemoContext, argv: readonly string[], when: When) {
  const { paint } = terminal
  const shown = argv.map((word) => (word === session ? shortId(session) : word.includes(" ") ? `"${word}"` : word))
  await print(terminal, "", paint.bold(paint.cyan(`$ holdfast ${shown.join(" ")}`)))
  const program = process.argv[1] ?? ""
  const output = terminal.json ? "ignore" : "inherit"
  const child = spawn(process.execPath, [program, ...argv], { cwd: directory, stdio: ["ignore", output, output] })
  const during = await killWhen(child, { store, session, when })
  const [code] = child.exitCode === null && child.signalCode === null ? await once(child, "exit") : [child.exitCode]
  if (during === undefined) return { code: code as number | null, killed: undefined }
  if (during.startsWith("while")) terminal.progress("")
  else await print(terminal, "")
  await print(terminal, paint.bold(paint.red(`✂ kill -9 ${child.pid}, ${during}`)))
  return { code: code as number | null, killed: { pid: child.pid, during } }
}

async function killWhen(
  child: ChildProcess,
  { store, session, when }: { store: Store; session: string; when: When },
): Promise<string | undefined> {
  const over = new AbortController()
  child.once("exit", () => over.abort())
  for await (const item of store.follow(session, { after: 0, signal: over.signal })) {
    const during = await when(item)
    if (during === undefined) continue
    return child.kill("SIGKILL") ? during : undefined
  }
  return undefined
}

type Report = {
  stop: string | null
  keptCharacters: number
  commands: { started: number; finished: number; twice: number }
  changes: number
  testsPass: boolean
}

/** The summary of the demo, from its log. */
async function reportOf(store: Store, session: string): Promise<Report> {
  const events: Event[] = []
  for await (const event of store.read(session)) if (isKnown(event)) events.push(event)
  const jobs = events.flatMap(({ type, data }) => (type === "tool.started" && data.job ? [data.call] : []))
  const outcomes = events.filter((event) => event.type === "tool.finished")
  const cutOff = events.filter((event) => event.type === "model.interrupted")
  const lastCommand = outcomes.findLast(({ data }) => jobs.includes(data.call))
  return {
    stop: events.findLast((event) => event.type === "turn.stopped")?.data.code ?? null,
    keptCharacters: cutOff.reduce((sum, { data }) => sum + data.text.length, 0),
    commands: {
      started: jobs.length,
      finished: outcomes.filter(({ data }) => jobs.includes(data.call)).length,
      twice: jobs.length - new Set(jobs).size,
    },
    changes: outcomes.reduce((sum, { data }) => sum + data.changed.filter(({ aside }) => !aside).length, 0),
    testsPass: lastCommand?.data.exitCode === 0,
  }
}

function introduction(directory: string): string[] {
  return [
    "Crash demo: an agent works, is killed twice without warning, and finishes anyway.",
    "The text is scripted; no model is involved. Tools, files, commands and kills are real.",
    `The sample project, with a failing test, is in ${directory}`,
  ]
}

type DemoSummary = { kills: readonly Kill[]; directory: string | null; session: string; terminal: Terminal }

function reportLines(report: Report, { kills, directory, session, terminal }: DemoSummary): string[] {
  const { paint } = terminal
  const { commands, changes, keptCharacters, testsPass } = report
  const id = shortId(session)
  const good = (words: string) => `  ${paint.green("✓")} ${words}`
  return [
    "",
    paint.bold(`Killed ${kills.length === 2 ? "twice" : counted(kills.length, "time")}. What was lost?`),
    ...(keptCharacters > 0 ? [good(`${counted(keptCharacters, "character")} of the interrupted answer kept`)] : []),
    good(
      `${counted(commands.started, "command")}, each started once${commands.twice > 0 ? `, but ${commands.twice}` : ""}`,
    ),
    good(`the file was changed ${changes === 1 ? "once" : `${changes} times`}, whole`),
    testsPass ? good("the tests pass") : `  ${paint.red("✗")} the tests do not pass`,
    "  Text that had not reached the disk, at most a tenth of a second, was requested again.",
    "",
    paint.dim(`Inspect it: holdfast show ${id} · holdfast log ${id} · holdfast why ${id}`),
    paint.dim(
      directory === null
        ? "The sample project was removed. Keep one with: holdfast demo --directory PATH"
        : `The project is in ${directory}`,
    ),
  ]
}

async function print(terminal: Terminal, ...lines: readonly string[]): Promise<void> {
  if (!terminal.json) await terminal.print(...lines)
}
