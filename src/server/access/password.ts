import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { join } from "node:path"
import { z } from "zod"
import { HoldfastError } from "../../session/error.ts"
import { openLine } from "../line.ts"
import { readPrivate, replacePrivate } from "./private-file.ts"

/** What a password needs, what a guess costs, and how many are worked on and wait at a time. */
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

/** Sets the password of the server in this data directory; it counts from the next login on. Durable. */
export async function setPassword(directory: string, password: string): Promise<void> {
  replacePrivate(pathIn(directory), `${JSON.stringify(await hashed(password))}\n`)
}

/** Checks passwords: true, false, or `busy` when so many wait that this one is not looked at. */
export type PasswordCheck = {
  isSet(): boolean
  check(password: string): Promise<boolean | "busy">
}

/** Checks against the given password, else against the one that was set in the data directory. */
export async function openPassword(directory: string, given: string | undefined): Promise<PasswordCheck> {
  const own = given === undefined ? undefined : await hashed(given)
  const current = () => own ?? readKept(directory)
  // Each guess takes memory and a core.
  const line = openLine(passwordRules)
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
  throw new HoldfastError("damaged", `${path} holds no password. Set it anew: holdfast serve --set-password`, {
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
    throw new HoldfastError("invalid", `A password has ${least} to ${most} characters. Choose another one.`)
  }
  const form = { salt: randomBytes(16).toString("hex"), cost, blocks, lanes }
  return { ...form, hash: (await derived(password, form)).toString("hex") }
}

function derived(password: string, { salt, cost, blocks, lanes }: Omit<Kept, "hash">): Promise<Buffer> {
  const options = { N: cost, r: blocks, p: lanes, maxmem: 256 * cost * blocks }
  return new Promise((resolve, reject) =>
    // One password is one sequence of characters, however the keyboard composed it.
    scrypt(password.normalize("NFKC"), Buffer.from(salt, "hex"), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
