import type { Store } from "../store/contract.ts"

const key = "trusted-rules"

/** The files of project rules that a person trusts, by their hash. */
export async function trustedRules(store: Store): Promise<(hash: string) => boolean> {
  const hashes = new Set(await listed(store))
  return (hash) => hashes.has(hash)
}

/** Trusts a file of project rules as it is now: a change of it is not trusted. */
export async function trustRules(store: Store, hash: string): Promise<void> {
  await store.setSetting(key, [...new Set([...(await listed(store)), hash])])
}

async function listed(store: Store): Promise<string[]> {
  const value = await store.setting(key)
  return Array.isArray(value) ? value.filter((hash) => typeof hash === "string") : []
}
