import { isUint8Array } from "node:util/types"
import { HoldfastError } from "../session/error.ts"
import { notWellFormed, wellFormed } from "../session/event/common.ts"

/** What a value has to be, in words and as a test. */
type Form = { readonly wanted: string; readonly fits: (value: unknown) => boolean }
export type Fields = ReadonlyArray<readonly [name: string, form: Form]>

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)
const isWhole = (value: unknown) => Number.isSafeInteger(value)

export const text: Form = { wanted: "a text", fits: (value) => typeof value === "string" }
export const flag: Form = { wanted: "true or false", fits: (value) => typeof value === "boolean" }
export const whole: Form = { wanted: "a whole number", fits: isWhole }
export const count: Form = { wanted: "a whole number from 0 on", fits: (value) => isWhole(value) && Number(value) >= 0 }
export const list: Form = { wanted: "a list", fits: Array.isArray }
export const object: Form = { wanted: "an object", fits: isObject }
export const leaseOrIntent: Form = { wanted: 'a lease, or "intent" for what a person does', fits: isObject }
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
export const each = (names: readonly string[], form: Form): Fields => names.map((name) => [name, form])

/** Refuses a value that is not of the form. */
export function check(what: string, value: unknown, { wanted, fits }: Form): void {
  if (fits(value)) return
  throw new HoldfastError(
    "invalid",
    `${what.charAt(0).toUpperCase()}${what.slice(1)} must be ${wanted}, not ${spoken(value)}.`,
  )
}

/** Checks the fields of an object that may be left out as a whole. */
export function checkFields(what: string, value: object | undefined, fields: Fields): void {
  if (value !== undefined) checkObject(what, value, fields)
}

/** Checks an object and its fields. */
export function checkObject(what: string, value: object, fields: Fields): void {
  check(what, value, object)
  for (const [name, form] of fields) {
    const field = (value as Record<string, unknown>)[name]
    if (!form.fits(field)) check(`\`${name}\` of ${what}`, field, form)
  }
}

function spoken(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 100))
  if (typeof value === "function") return "a function"
  if (Array.isArray(value)) return "a list"
  return typeof value === "object" && value !== null ? "an object" : String(value)
}
