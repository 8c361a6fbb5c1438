import { fstatSync } from "node:fs"
import { bytes } from "../agent/text/plain.ts"
import { limits } from "../session/limits.ts"
import type { Arguments } from "./arguments.ts"
import type { Terminal } from "./terminal.ts"
import { UsageError } from "./usage-error.ts"

/** What a person wants; `typed` is how much of it they said themselves, where more was read with it. */
export type Task = { text: string; typed?: number }

/**
 * What a person wants: the words of the command line, and what is piped in. With `-`, and without any words, standard
 * input is read to its end, however long that takes. Otherwise a pipe or a file is read along with the words; a pipe on
 * which nothing arrives is given up, as it may be one that was inherited and never ends.
 */
export async function taskFrom(args: Arguments, command: string, terminal: Terminal): Promise<Task> {
  const words = args.words
    .filter((word) => word !== "-")
    .join(" ")
    .trim()
  const isAsked = args.words.includes("-") || (args.words.length === 0 && !process.stdin.isTTY)
  const piped = isAsked ? await readAll(command) : isPiped() ? await readIfAny(command, terminal) : ""
  if (words === "" && piped === "") throw new UsageError(`Missing task: holdfast ${command} "task"`, command)
  if (words === "" || piped === "") return withinLimit({ text: words || piped }, command)
  return withinLimit({ text: `${words}\n\n<stdin>\n${piped}\n</stdin>`, typed: words.length }, command)
}

/** How long a pipe may be silent at first. */
const firstByteMs = 3_000

// A terminal, /dev/null and other devices hold nothing to go with a task.
function isPiped(): boolean {
  const stdin = fstatSync(0)
  return stdin.isFIFO() || stdin.isFile() || stdin.isSocket()
}

async function readIfAny(command: string, terminal: Terminal): Promise<string> {
  const { stdin } = process
  const arrived = Promise.withResolvers<"something" | "nothing">()
  const timer = setTimeout(() => arrived.resolve("nothing"), firstByteMs)
  const onReadable = () => arrived.resolve("something")
  stdin.once("readable", onReadable)
  stdin.once("end", onReadable)
  const what = await arrived.promise
  clearTimeout(timer)
  stdin.off("readable", onReadable)
  stdin.off("end", onReadable)
  if (what === "something") return readAll(command)
  // Nothing is waited for any more.
  stdin.destroy()
  terminal.note(
    `Nothing arrived on standard input in ${firstByteMs / 1000} s: continuing without it. To wait for it, add -; to leave it out, add </dev/null.`,
  )
  return ""
}

/** More than this is not even counted. */
const mostBytes = 64 * 1024 * 1024

async function readAll(command: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    size += chunk.length
    if (size > mostBytes) throw tooLong(`more than ${bytes(mostBytes)}`, command)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8").trim()
}

function withinLimit(task: Task, command: string): Task {
  if (task.text.length > limits.text) throw tooLong(bytes(task.text.length), command)
  return task
}

function tooLong(size: string, command: string): UsageError {
  const advice = "Save it as a file in the project and name the file in the task: the model then reads it in parts."
  return new UsageError(`The task is ${size}; at most ${bytes(limits.text)} fit. ${advice}`, command)
}
