import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Store } from "../../src/store/contract.ts"
import type { Ledger } from "./ledger.ts"

/** The words that only erased sessions held: those of the appends that the ledger kept whole. */
export async function erasedWords(store: Store, ledger: Ledger): Promise<string[]> {
  const there = new Set<string>()
  const gone = new Set<string>()
  for (const id of ledger.sendsOf.keys()) {
    const row = await store.row(id).catch(() => undefined)
    const texts = row
      ? await Array.fromAsync(store.read(id))
      : ledger.sendsOf.get(id)?.map(({ retry }) => retry?.events)
    for (const [word] of JSON.stringify(texts).matchAll(/\bw[a-z0-9]+x\d+\b/g)) (row ? there : gone).add(word)
  }
  return [...gone].filter((word) => !there.has(word))
}

/** Law: deletion. No file of the store holds a word of what was erased, its WAL and its backups included. */
export function checkErased(home: string, words: readonly string[]): void {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { name, parentPath } of files) {
    const bytes = readFileSync(join(parentPath, name))
    for (const word of words) assert.ok(!bytes.includes(`${word} `), `${name} still holds the erased word ${word}`)
  }
}
