import { realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { counted } from "../../base/amount-text.ts"
import { shortId } from "../../base/short-id.ts"
import type { Interrupted } from "../../server/boot.ts"
import { HoldfastError } from "../../session/error.ts"
import type { SessionRow } from "../../store/contract.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { exitCodes } from "../exit-codes.ts"
import { listenToSignals } from "../live/signals.ts"
import { forgetOpened, openBrowser } from "../open-browser.ts"
import { ownVersion } from "../program-version.ts"
import { readPassword } from "../read-password.ts"
import { linkOfRunning, type RunningServer } from "../running-server.ts"
import type { Terminal } from "../terminal.ts"
import { titleOf } from "../text/session-table.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  if (args.flag("set-password")) return setOwnPassword(terminal)
  const stopped = Promise.withResolvers<null>()
  let isStopping = false
  const stop = () => {
    isStopping = true
    stopped.resolve(null)
    // A second Ctrl-C exits at once, whatever the server is waiting for: nothing durable is lost.
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
      await printRunning(server, terminal)
      if (args.flag("open")) openBrowser(server.link, dirname(server.tokenFile))
      return exitCodes.ok
    }
    if (!isStopping) {
      // A closed output pipe is no reason to stop serving.
      await printServed(server, terminal).catch(() => undefined)
      if (args.flag("open")) openBrowser(server.link, server.context.directory)
    }
    const reason = await Promise.race([stopped.promise, server.ended])
    if (!reason && !terminal.json)
      terminal.note("Shutting down; work in progress is kept. Press Ctrl-C again to exit at once.")
    forgetOpened(server.context.directory)
    await server.close({ deadlineMs: deadlines.closeMs })
    if (reason) throw reason
    // process.exit would wait for the store's thread, which may be waiting for a lock; a signal does not.
    if ((await Promise.race([server.ended, setImmediate("late")])) === "late") endAtOnce()
    // Exit explicitly: a thread that hangs in a system call would keep the process alive.
    void setImmediate().then(() => process.exit(exitCodes.ok))
    return exitCodes.ok
  } finally {
    forget()
  }
}

/** Deadlines for an orderly and for a forced stop. */
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
    onInterrupted: (found) => (terminal.json ? undefined : printInterrupted(found, terminal)),
    log: logTo(write, level as Parameters<typeof logTo>[1]),
    version: ownVersion(),
  })
}

const usualPort = 4747

/** The server already running on this data directory; rethrows any other failure. */
async function runningOr(error: unknown): Promise<RunningServer> {
  const running = await linkOfRunning(error).catch((cause: unknown) => {
    const message = `${error instanceof Error ? error.message : error} It did not answer when asked for a new sign-in link.`
    throw new HoldfastError("owned", message, { cause })
  })
  if (running) return running
  throw error
}

async function printRunning({ url, link, tokenFile, pid }: RunningServer, terminal: Terminal): Promise<void> {
  if (terminal.json) return terminal.printJson({ url, link, tokenFile, pid, running: true }, "line")
  const { bold, cyan, dim } = terminal.paint
  await terminal.print(
    `${bold("Holdfast")} is already running at ${url}; open`,
    "",
    `  ${cyan(link)}`,
    `  ${dim("One-time link, valid for 10 minutes")}`,
  )
}

type Served = Awaited<ReturnType<typeof started>>

async function printServed({ url, link, context, takenUp }: Served, terminal: Terminal): Promise<void> {
  const { how, resumed, left } = takenUp
  if (terminal.json) {
    const tokenFile = join(context.directory, "server-token")
    const resume = { how, resumed: resumed.length, left: left.length }
    return terminal.printJson({ url, link, tokenFile, pid: process.pid, resume }, "line")
  }
  const { bold, cyan, dim } = terminal.paint
  await terminal.print(
    `${bold("Holdfast")} is running at ${url}`,
    "",
    `  ${cyan(link)}`,
    `  ${dim("One-time link, valid for 10 minutes; run 'holdfast serve' again for a new one")}`,
    "",
    dim("Ctrl-C stops the server; nothing is lost."),
  )
}

/** Printed before the first session is resumed, so that nothing starts unannounced. */
async function printInterrupted({ resuming, waiting }: Interrupted, terminal: Terminal): Promise<void> {
  const lines = [
    ...(resuming.length > 0 ? [`Resuming ${counted(resuming.length, "interrupted session")}:`] : []),
    ...named(resuming),
    ...(waiting.length > 0 ? [waitingText(waiting.length)] : []),
    ...named(waiting),
  ]
  // A closed output pipe is no reason to stop serving.
  if (lines.length > 0) await terminal.print(...lines, "").catch(() => undefined)
}

function waitingText(count: number): string {
  const one = count === 1
  return `${counted(count, "interrupted session")} ${one ? "waits" : "wait"} for you to resume ${one ? "it" : "them"}:`
}

const maxNamed = 5

function named(rows: readonly SessionRow[]): string[] {
  const more = rows.length - maxNamed
  return [
    ...rows.slice(0, maxNamed).map((row) => `  ${titleOf(row)} (${shortId(row.id)})`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function realRoot(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new UsageError(`--root ${path} is not a directory.`, "serve")
  }
}

async function setOwnPassword(terminal: Terminal): Promise<number> {
  const [{ setPassword }, { dataDirectory }] = await Promise.all([
    import("../../server/access/password-check.ts"),
    import("../../store/sqlite/directory.ts"),
  ])
  await setPassword(dataDirectory(), await readPassword(terminal))
  if (terminal.json) await terminal.printJson({ password: "set" })
  else await terminal.print("Password set. It applies from the next sign-in.")
  return exitCodes.ok
}
