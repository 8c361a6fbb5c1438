import type { Store } from "../../store/contract.ts"

const key = "trusted-rules"

/** A file of project rules that a person trusted, by its hash; and the project, where that was noted. */
type Trusted = { hash: string; project: string | null }

/** The files of project rules that a person trusts, by their hash. */
export async function trustedRules(store: Pick<Store, "setting">): Promise<(hash: string) => boolean> {
  const hashes = new Set((await listed(store)).map(({ hash }) => hash))
  return (hash) => hashes.has(hash)
}

/** Trusts a file of project rules as it is now: a change of it is not trusted. */
export async function trustRules(store: Store, trusted: { hash: string; project: string }): Promise<void> {
  const others = (await listed(store)).filter(
    ({ hash, project }) => hash !== trusted.hash || project !== trusted.project,
  )
  await store.setSetting(key, [...others, trusted])
}

/**
 * Trusts no file of a project's rules any more: not as it is now, nor as it ever was. True if one was trusted. A file of
 * another project with the very same rules has to be trusted again: trust goes by what a file says.
 */
export async function withdrawTrust(store: Store, of: { hash: string | null; project: string }): Promise<boolean> {
  const before = await listed(store)
  const gone = new Set(before.filter(({ project }) => project === of.project).map(({ hash }) => hash))
  if (of.hash !== null) gone.add(of.hash)
  const left = before.filter(({ hash }) => !gone.has(hash))
  if (left.length === before.length) return false
  await store.setSetting(key, left)
  return true
}

async function listed(store: Pick<Store, "setting">): Promise<Trusted[]> {
  const value = await store.setting(key)
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown): Trusted[] => {
    // As it was kept at first.
    if (typeof entry === "string") return [{ hash: entry, project: null }]
    const { hash, project } = (entry ?? {}) as Partial<Record<"hash" | "project", unknown>>
    return typeof hash === "string" ? [{ hash, project: typeof project === "string" ? project : null }] : []
  })
}
