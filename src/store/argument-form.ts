import { isUint8Array } from "node:util/types"
import { isRecord } from "../base/is-record.ts"
import { upperFirst } from "../base/letter-case.ts"
import { HoldfastError } from "../session/error.ts"
import { notWellFormed, wellFormed } from "../session/event/common.ts"

/** What a value has to be, in words and as a test. */
type Form = { readonly wanted: string; readonly fits: (value: unknown) => boolean }

const isWhole = (value: unknown) => Number.isSafeInteger(value)

export const text: Form = { wanted: "a text", fits: (value) => typeof value === "string" }
export const flag: Form = { wanted: "true or false", fits: (value) => typeof value === "boolean" }
export const whole: Form = { wanted: "a whole number", fits: isWhole }
export const count: Form = { wanted: "a whole number from 0 on", fits: (value) => isWhole(value) && Number(value) >= 0 }
export const list: Form = { wanted: "a list", fits: Array.isArray }
export const object: Form = { wanted: "an object", fits: isRecord }
export const leaseOrIntent: Form = { wanted: 'a lease, or "intent" for what a person does', fits: isRecord }
export const octets: Form = { wanted: "a Uint8Array", fits: isUint8Array }
export const listener: Form = { wanted: "a function", fits: (value) => typeof value === "function" }
export const signal: Form = { wanted: "an AbortSignal", fits: (value) => value instanceof AbortSignal }
export const path: Form = { wanted: "the path of a file", fits: (value) => typeof value === "string" && value !== "" }
export const settingKey: Form = {
  wanted: `a text, and none that ${notWellFormed}`,
  fits: (value) => typeof value === "string" && wellFormed(value),
}
export const storable: Form = {
  wanted: "something that JSON can say",
  fits: (value) => typeof value !== "function" && typeof value !== "symbol",
}
export const maybe = ({ wanted, fits }: Form): Form => ({ wanted, fits: (value) => value === undefined || fits(value) })
export const oneOf = (values: readonly string[]): Form => ({
  wanted: `one of ${values.join(", ")}`,
  fits: (value) => values.some((each) => each === value),
})

/** Refuses an argument that is not of the form that it must have. */
export type Argument = (given: unknown) => void

export function is(what: string, { wanted, fits }: Form): Argument {
  return (given) => {
    if (fits(given)) return
    const named = upperFirst(what)
    throw new HoldfastError("invalid", `${named} must be ${wanted}, not ${spoken(given)}.`)
  }
}

export function isListOf(what: string, whatEach: string, form: Form): Argument {
  return (given) => {
    is(what, list)(given)
    for (const each of given as unknown[]) is(whatEach, form)(each)
  }
}

/** An object with these fields; what else it has is not looked at. */
export function recordOf(what: string, fields: Readonly<Record<string, Form>>): Argument {
  const isObject = is(what, object)
  const checks = Object.entries(fields).map(([name, form]) => [name, is(`\`${name}\` of ${what}`, form)] as const)
  return (given) => {
    isObject(given)
    for (const [name, check] of checks) check((given as Record<string, unknown>)[name])
  }
}

/** The same, but it may be left out as a whole. */
export function optionsOf(what: string, fields: Readonly<Record<string, Form>>): Argument {
  const check = recordOf(what, fields)
  return (given) => {
    if (given !== undefined) check(given)
  }
}

function spoken(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 100))
  if (typeof value === "function") return "a function"
  if (Array.isArray(value)) return "a list"
  return typeof value === "object" && value !== null ? "an object" : String(value)
}
