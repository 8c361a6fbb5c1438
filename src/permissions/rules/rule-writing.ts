import { randomUUID } from "node:crypto"
import {
  closeSync,
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
import { systemCode } from "../../base/system-error.ts"
import { replaceDurably } from "../../host/write-durably.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Rule, RuleFile, RuleKind } from "./rule.ts"
import { parseRules, readIfThere } from "./rules.ts"

/** Adds a rule to the user's file, after the others of its kind. */
export async function addRule(userFile: string, kind: RuleKind, rule: Rule): Promise<void> {
  await changeRules(userFile, (content) => {
    const rules = content[kind] ?? []
    if (rules.some((other) => isDeepStrictEqual(other, rule))) return content
    return { ...content, [kind]: [...rules, rule] }
  })
}

/** Changes the user's rules: durable, atomic, and safe against concurrent writers. */
export async function changeRules(userFile: string, change: (content: RuleFile) => RuleFile): Promise<void> {
  mkdirSync(dirname(userFile), { recursive: true, mode: 0o700 })
  const file = realFile(userFile)
  const release = await lock(`${file}.lock`)
  try {
    const content = parseRules(readIfThere(file) ?? "{}", file)
    const changed = change(content)
    if (changed === content) return
    const text = `${JSON.stringify(changed, null, 2)}\n`
    parseRules(text, file)
    replaceDurably(file, text)
  } finally {
    release()
  }
}

// Keep a symbolic link: write to its target.
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (systemCode(error) === "ENOENT") return file
    throw error
  }
}

const waits = { betweenMs: 10, maxTries: 500 } as const

async function lock(path: string): Promise<() => void> {
  for (let tries = 0; tries < waits.maxTries; tries++) {
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
    if (systemCode(error) === "EEXIST") return false
    throw error
  }
}

// The lock's owner died without releasing it. Rename it before removal, so that two processes that notice at once
// cannot remove each other's new lock.
function breakDead(path: string): void {
  const owner = ownerOf(path)
  if (owner === undefined || lives(owner)) return
  const temporaryPath = `${path}.${randomUUID()}`
  try {
    renameSync(path, temporaryPath)
    if (ownerOf(temporaryPath) !== owner) linkSync(temporaryPath, path)
  } catch (error) {
    if (systemCode(error) !== "ENOENT" && systemCode(error) !== "EEXIST") throw error
  } finally {
    rmSync(temporaryPath, { force: true })
  }
}

function ownerOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, "utf8")) || undefined
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined
    throw error
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return systemCode(error) !== "ESRCH"
  }
}
