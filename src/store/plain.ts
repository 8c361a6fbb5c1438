import { HoldfastError } from "../session/error.ts"

/** How deep a value may be nested: deeper ones could be written but not read by everyone. */
const deepest = 200

/**
 * A value as it will be read back from its JSON, in a copy of its own: the current state must be the one that is folded
 * after a reopen, whatever the caller does with its objects. Many times cheaper than writing and parsing long texts.
 */
export function plain<T>(value: T): T {
  return copyOf(value, deepest) as T
}

/** The same of a whole event, whose data lie one level down. */
export function plainEvent<T>(event: T): T {
  return copyOf(event, deepest + 1) as T
}

function copyOf(value: unknown, levels: number): unknown {
  // JSON knows neither infinities nor a negative zero.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null
  if (typeof value === "bigint") throw new HoldfastError("invalid", "A bigint cannot be stored: say it as text.")
  if (typeof value !== "object" || value === null) return value
  if (levels === 0) throw new HoldfastError("invalid", `Data may be nested ${deepest} deep, and without cycles.`)
  if (Array.isArray(value)) return value.map((item) => (isLeftOut(item) ? null : copyOf(item, levels - 1)))
  if ("toJSON" in value && typeof value.toJSON === "function") return copyOf(value.toJSON(), levels - 1)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key]
    if (!isLeftOut(field)) define(copy, key, copyOf(field, levels - 1))
  }
  return copy
}

// An assignment to `__proto__` would not make a field but change what the object is.
function define(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") copy[key] = value
  else Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true })
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol"
}
