/** A whole number for people: `12,345`. (The formats of `Intl` take several milliseconds to load.) */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")
}

/** `1 event`, `12,345 events`; `things` is for those that take no `s`. */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${withCommas(count)} ${count === 1 ? thing : things}`
}

/** A size for people: `1.5 MiB`. */
export function bytes(count: number): string {
  if (!Number.isFinite(count)) return "unknown"
  const units = ["B", "KiB", "MiB", "GiB", "TiB"]
  const step = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log2(count) / 10))
  const value = count / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}
