import { randomUUID } from "node:crypto"
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs"
import { dirname } from "node:path"
import { setTimeout } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { HoldfastError } from "../session/error.ts"
import type { Rule, RuleKind } from "./rule.ts"
import { parseRules, readIfThere } from "./rules.ts"

/**
 * Adds a rule to the user's file, behind the others of its kind. It is on the disk when this returns; the file is there
 * whole or as it was, whoever else adds a rule at the same time.
 */
export async function addRule(userFile: string, kind: RuleKind, rule: Rule): Promise<void> {
  mkdirSync(dirname(userFile), { recursive: true, mode: 0o700 })
  const file = realFile(userFile)
  const release = await lock(`${file}.lock`)
  try {
    const content = parseRules(readIfThere(file) ?? "{}", file)
    const rules = content[kind] ?? []
    if (rules.some((other) => isDeepStrictEqual(other, rule))) return
    const text = `${JSON.stringify({ ...content, [kind]: [...rules, rule] }, null, 2)}\n`
    parseRules(text, file)
    replace(file, text)
  } finally {
    release()
  }
}

// A link that a person keeps in its place stays one.
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (hasCode(error, "ENOENT")) return file
    throw error
  }
}

function replace(file: string, text: string): void {
  const temporary = `${file}.${randomUUID()}.part`
  try {
    const handle = openSync(temporary, "wx", 0o600)
    try {
      writeSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  const directory = openSync(dirname(file), "r")
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

const waits = { betweenMs: 10, mostTries: 500 } as const

async function lock(path: string): Promise<() => void> {
  for (let tries = 0; tries < waits.mostTries; tries++) {
    if (take(path)) return () => rmSync(path, { force: true })
    breakDead(path)
    await setTimeout(waits.betweenMs)
  }
  throw new HoldfastError(
    "storage-busy",
    `Another program has held ${path} for too long. If none is writing rules, remove that file and try again.`,
    { details: { path } },
  )
}

function take(path: string): boolean {
  try {
    const handle = openSync(path, "wx", 0o600)
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false
    throw error
  }
}

// The owner died between two lines: nobody else will release it. It is moved away first, so that of two who see this at
// once neither takes the new lock of the other.
function breakDead(path: string): void {
  const owner = ownerOf(path)
  if (owner === undefined || lives(owner)) return
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    if (ownerOf(aside) !== owner) linkSync(aside, path)
  } catch (error) {
    if (!hasCode(error, "ENOENT") && !hasCode(error, "EEXIST")) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function ownerOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, "utf8")) || undefined
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !hasCode(error, "ESRCH")
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code
}
