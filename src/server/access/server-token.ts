import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { join } from "node:path"
import { HoldfastError } from "../../session/error.ts"
import { makePrivate, readPrivate } from "./private-file.ts"

/** A random secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

/** The hash to store or compare instead of a secret. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex")

/** Compares two texts in constant time. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest())
}

/** The token for programs: created at the first start, kept in the data directory. */
export function serverToken(directory: string): string {
  const path = join(directory, "server-token")
  const made = newSecret()
  const kept = readPrivate(path) ?? (makePrivate(path, `${made}\n`) ? made : readPrivate(path))
  const token = kept?.trim() ?? ""
  if (/^[\w-]{43}$/.test(token)) return token
  throw new HoldfastError("damaged", `${path} contains no token. Remove it: the next start creates a new one.`, {
    details: { path },
  })
}
