import { hash } from "node:crypto"
import { canonicalJson } from "../../session/canonical.ts"

/** What an approval is bound to: the hash of arguments, whatever the order of their names. */
export function argumentsHash(args: Readonly<Record<string, unknown>>): string {
  return hash("sha256", canonicalJson(args), "hex")
}
