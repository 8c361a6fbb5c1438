import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { replaceDurably } from "../../host/write-durably.ts"
import { HoldfastError } from "../../session/error.ts"
import { createSemaphore } from "../semaphore.ts"
import { readPrivate } from "./private-file.ts"

/** Length limits, the scrypt parameters, and how many checks run and wait at a time. */
const passwordRules = {
  least: 8,
  most: 1_000,
  cost: 2 ** 16,
  blocks: 8,
  lanes: 1,
  running: 2,
  waiting: 8,
} as const

const kept = z.object({
  salt: z.string().regex(/^[0-9a-f]{32,}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  cost: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  blocks: z.int().min(1).max(32),
  lanes: z.int().min(1).max(16),
})
type Kept = z.infer<typeof kept>

/** Sets the server's password in this data directory, from the next login on. Durable. */
export async function setPassword(directory: string, password: string): Promise<void> {
  const text = `${JSON.stringify(await hashed(password))}\n`
  // A password may be set before the first session.
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  replaceDurably(pathIn(directory), text)
}

/** Checks passwords: true, false, or `busy` when too many are waiting. */
export type PasswordCheck = {
  isSet(): boolean
  check(password: string): Promise<boolean | "busy">
}

/** Uses the given password, else the one stored in the data directory. */
export async function openPassword(directory: string, given: string | undefined): Promise<PasswordCheck> {
  const own = given === undefined ? undefined : await hashed(given)
  const current = () => own ?? readKept(directory)
  // Each check takes memory and a core.
  const line = createSemaphore(passwordRules)
  return {
    isSet: () => current() !== undefined,
    async check(password) {
      const wanted = current()
      if (!wanted || password.length > passwordRules.most) return false
      return line(async () => timingSafeEqual(await derived(password, wanted), Buffer.from(wanted.hash, "hex")))
    },
  }
}

const pathIn = (directory: string) => join(directory, "server-password")

function readKept(directory: string): Kept | undefined {
  const path = pathIn(directory)
  const text = readPrivate(path)
  if (text === undefined) return undefined
  const read = kept.safeParse(jsonOf(text))
  if (read.success) return read.data
  throw new HoldfastError("damaged", `${path} contains no password. Set a new one: holdfast serve --set-password`, {
    details: { path },
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what it should be is said by the schema
  }
}

async function hashed(password: string): Promise<Kept> {
  const { least, most, cost, blocks, lanes } = passwordRules
  if (password.length < least || password.length > most) {
    throw new HoldfastError("invalid", `A password must have ${least} to ${most} characters.`)
  }
  const form = { salt: randomBytes(16).toString("hex"), cost, blocks, lanes }
  return { ...form, hash: (await derived(password, form)).toString("hex") }
}

function derived(password: string, { salt, cost, blocks, lanes }: Omit<Kept, "hash">): Promise<Buffer> {
  const options = { N: cost, r: blocks, p: lanes, maxmem: 256 * cost * blocks }
  return new Promise((resolve, reject) =>
    // Keyboards compose the same characters differently: normalize before hashing.
    scrypt(password.normalize("NFKC"), Buffer.from(salt, "hex"), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
