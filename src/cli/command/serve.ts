import { spawn } from "node:child_process"
import { realpathSync } from "node:fs"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { counted } from "../../agent/text/plain.ts"
import { shortId } from "../../agent/text/short-id.ts"
import type { Interrupted } from "../../server/boot.ts"
import { HoldfastError } from "../../session/error.ts"
import type { SessionRow } from "../../store/contract.ts"
import type { Arguments } from "../arguments.ts"
import type { Run } from "../commands/form.ts"
import { exitCodes } from "../failure.ts"
import { listenToSignals } from "../live/signals.ts"
import { readPassword } from "../password.ts"
import { linkOfRunning, type RunningServer } from "../running-server.ts"
import { titleOf } from "../session-table.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import { ownVersion } from "../version.ts"

export const run: Run = async (args, terminal) => {
  if (args.flag("set-password")) return setOwnPassword(terminal)
  const stopped = Promise.withResolvers<null>()
  let isStopping = false
  const stop = () => {
    isStopping = true
    stopped.resolve(null)
    // Whatever it waits for, and even if it has not begun to serve: nothing is lost by it.
    setTimeout(endAtOnce, deadlines.lastMs)
  }
  const endAtOnce = () => {
    forget()
    process.kill(process.pid, "SIGTERM")
  }
  const leave = () => process.exit(exitCodes.interrupted)
  const forget = listenToSignals({ cancel: stop, leave, hangUp: stop })
  try {
    const server = await started(args, terminal).catch(runningOr)
    if ("tokenFile" in server) {
      await tellRunning(server, terminal)
      if (args.flag("open")) openBrowser(server.link)
      return exitCodes.ok
    }
    if (!isStopping) {
      // Whoever read the output has gone: that is no reason to stop serving.
      await tell(server, terminal).catch(() => undefined)
      if (args.flag("open")) openBrowser(server.link)
    }
    const reason = await Promise.race([stopped.promise, server.ended])
    if (!reason && !terminal.json) terminal.note("Stopping: what is under way is kept. Once more leaves at once.")
    await server.close({ deadlineMs: deadlines.closeMs })
    if (reason) throw reason
    // An exit waits for the thread of the store, which may wait for another process; a signal does not.
    if ((await Promise.race([server.ended, setImmediate("late")])) === "late") endAtOnce()
    // Not left to the end of all threads: one that hangs in a system call would keep the process.
    void setImmediate().then(() => process.exit(exitCodes.ok))
    return exitCodes.ok
  } finally {
    forget()
  }
}

/** How long it may take to stop in order, and to stop at all. */
const deadlines = { closeMs: 7_000, lastMs: 8_000 } as const

async function started(args: Arguments, terminal: Terminal) {
  const [{ startServer }, { logTo, readable }] = await Promise.all([
    import("../../server/serve.ts"),
    import("../../server/log.ts"),
  ])
  const { stderr } = process
  const level = args.text("log-level") ?? (stderr.isTTY ? "warn" : "info")
  const write = (line: string) => void stderr.write(stderr.isTTY ? `${readable(line)}\n` : line)
  const host = args.text("host")
  return startServer({
    port: args.number("port") ?? usualPort,
    ...(host ? { host } : {}),
    allowHosts: args.texts("allow-host"),
    roots: args.texts("root").map(realRoot),
    resume: args.text("resume") as "auto" | "ask" | "off" | undefined,
    engines: { warm: true },
    onInterrupted: (found) => (terminal.json ? undefined : tellInterrupted(found, terminal)),
    log: logTo(write, level as Parameters<typeof logTo>[1]),
    version: ownVersion(),
  })
}

const usualPort = 4747

/** The server that runs on this data already; any other failure is thrown. */
async function runningOr(error: unknown): Promise<RunningServer> {
  const running = await linkOfRunning(error).catch((cause: unknown) => {
    const message = `${error instanceof Error ? error.message : error} It did not answer when asked for a new sign-in link.`
    throw new HoldfastError("owned", message, { cause })
  })
  if (running) return running
  throw error
}

async function tellRunning({ url, link, tokenFile, pid }: RunningServer, terminal: Terminal): Promise<void> {
  if (terminal.json) return terminal.printJson({ url, link, tokenFile, pid, running: true }, "line")
  const { bold, cyan, dim } = terminal.paint
  await terminal.print(
    `${bold("Holdfast")} is already running at ${url}; open`,
    "",
    `  ${cyan(link)}`,
    `  ${dim("signs in one browser, once, within ten minutes")}`,
  )
}

type Served = Awaited<ReturnType<typeof started>>

async function tell({ url, link, house, takenUp }: Served, terminal: Terminal): Promise<void> {
  const { how, resumed, left } = takenUp
  if (terminal.json) {
    const tokenFile = join(house.directory, "server-token")
    const resume = { how, resumed: resumed.length, left: left.length }
    return terminal.printJson({ url, link, tokenFile, pid: process.pid, resume }, "line")
  }
  const { bold, cyan, dim } = terminal.paint
  await terminal.print(
    `${bold("Holdfast")} serves ${url}`,
    "",
    `  ${cyan(link)}`,
    `  ${dim("signs in one browser, once, within ten minutes; run 'holdfast serve' again for a new link")}`,
    "",
    dim("Ctrl-C stops it; nothing is lost."),
  )
}

/** Before the first of them is resumed, so that nothing starts unannounced. */
async function tellInterrupted({ resuming, waiting }: Interrupted, terminal: Terminal): Promise<void> {
  const lines = [
    ...(resuming.length > 0 ? [`Resuming ${counted(resuming.length, "interrupted session")}:`] : []),
    ...named(resuming),
    ...(waiting.length > 0 ? [waitingText(waiting.length)] : []),
    ...named(waiting),
  ]
  // Output that is closed is no reason not to serve.
  if (lines.length > 0) await terminal.print(...lines, "").catch(() => undefined)
}

function waitingText(count: number): string {
  const one = count === 1
  return `${counted(count, "interrupted session")} ${one ? "waits" : "wait"} for you to resume ${one ? "it" : "them"}:`
}

const mostNamed = 5

function named(rows: readonly SessionRow[]): string[] {
  const more = rows.length - mostNamed
  return [
    ...rows.slice(0, mostNamed).map((row) => `  ${titleOf(row)} (${shortId(row.id)})`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function realRoot(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new UsageError(`--root ${path} is no directory.`, "serve")
  }
}

const browsers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  // `start` takes the first quoted word for the title of a window.
  win32: ["cmd", "/c", "start", '""'],
}

/** Shows the page in the browser of this desktop, where there is one. */
function openBrowser(link: string): void {
  const [program, ...args] = browsers[process.platform] ?? ["xdg-open"]
  const browser = spawn(program, [...args, link], { stdio: "ignore", detached: true })
  // The link is on the screen: whoever has no browser here opens it elsewhere.
  browser.on("error", () => undefined)
  browser.unref()
}

async function setOwnPassword(terminal: Terminal): Promise<number> {
  const [{ setPassword }, { dataDirectory }] = await Promise.all([
    import("../../server/access/password.ts"),
    import("../../store/sqlite/directory.ts"),
  ])
  await setPassword(dataDirectory(), await readPassword(terminal))
  if (terminal.json) await terminal.printJson({ password: "set" })
  else await terminal.print("The password is set. It counts from the next login on.")
  return exitCodes.ok
}
