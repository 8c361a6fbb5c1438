/** The number of the last change that a listener knows of; nothing if its version is of another store. */
export type ListVersion = number | undefined

export function spellVersion(store: string, n: number): string {
  return `${store}.${n}`
}

export function parseVersion(version: string, store: string): ListVersion {
  const [of, n] = version.split(".")
  return of === store && /^\d{1,15}$/.test(n ?? "") ? Number(n) : undefined
}

/** Whether the changes since then are no longer known, so that the whole list has to be read. */
export function isStale(last: number, now: number, horizon: number): boolean {
  return last > now || now - last > horizon
}
