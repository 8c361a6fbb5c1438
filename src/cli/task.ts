import { fstatSync } from "node:fs"
import { bytes } from "../base/amount-text.ts"
import { limits } from "../session/limits.ts"
import type { Arguments } from "./command-line.ts"
import type { Terminal } from "./terminal.ts"
import { typedLine } from "./typed-line.ts"
import { UsageError } from "./usage-error.ts"

/** The user's task; `typed` is the length of the typed part, if piped input follows it. */
export type Task = { text: string; typed?: number }

/**
 * The task from the command line and standard input. With `-` or without words, standard input is read to its end.
 * Otherwise a pipe or file is added to the words; a silent pipe is abandoned, since an inherited one may never end.
 */
export async function taskFrom(args: Arguments, command: string, terminal: Terminal): Promise<Task> {
  const words = args.words
    .filter((word) => word !== "-")
    .join(" ")
    .trim()
  const isAsked = args.words.includes("-") || (args.words.length === 0 && !process.stdin.isTTY)
  const piped = isAsked ? await readAll(command) : isPiped() ? await readIfAny(command, terminal) : ""
  if (words === "" && !isAsked && terminal.interactive && !terminal.json) {
    return withinLimit({ text: await typedTask(terminal, command) }, command)
  }
  if (words === "" && piped === "") throw new UsageError(`Missing task: holdfast ${command} "task"`, command)
  if (words === "" || piped === "") return withinLimit({ text: words || piped }, command)
  return withinLimit({ text: `${words}\n\n<stdin>\n${piped}\n</stdin>`, typed: words.length }, command)
}

async function typedTask(terminal: Terminal, command: string): Promise<string> {
  const typed = await typedLine("Task: ", terminal)
  if (typed === "") throw new UsageError(`Missing task: holdfast ${command} "task"`, command)
  return typed
}

/** How long to wait for a pipe's first byte. */
const firstByteMs = 3_000

// Only pipes, sockets and files can hold input: not a terminal or /dev/null.
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
  // Stop waiting for the pipe.
  stdin.destroy()
  terminal.note(
    `Nothing arrived on standard input in ${firstByteMs / 1000} s: continuing without it. To wait for it, add -; to leave it out, add </dev/null.`,
  )
  return ""
}

const maxBytes = 64 * 1024 * 1024

async function readAll(command: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    size += chunk.length
    if (size > maxBytes) throw tooLong(`more than ${bytes(maxBytes)}`, command)
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
