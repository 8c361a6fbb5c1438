/** Numbers, times and sizes in the words of the language; the browser knows how they are written. */
const language = "en-GB"

const whole = new Intl.NumberFormat(language)
// A small m for a million reads as a thousandth.
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat(language, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

// Made once: a formatter costs more than what it formats, and lists are drawn while they are scrolled.
const dates = {
  second: new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  minute: new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }),
  moment: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }),
  day: new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }),
  dayOfYear: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric" }),
  weekday: new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
  month: new Intl.DateTimeFormat(language, { month: "long" }),
  monthOfYear: new Intl.DateTimeFormat(language, { month: "long", year: "numeric" }),
}

/** A whole number, such as 12,345. */
export const number = (value: number): string => whole.format(value)

/** A number of tokens, such as 12.3k. */
export const tokens = (value: number): string => short.format(value).replace("K", "k")

/** What something cost. */
export const cost = (value: number): string => dollars.format(value)

/** The time of day of a moment, to the second. */
export const time = (at: string): string => dates.second.format(new Date(at))

/** The time of day of a moment, to the minute. */
export const shortTime = (at: string): string => dates.minute.format(new Date(at))

/** The day and the time of a moment. */
export const moment = (at: string): string => dates.moment.format(new Date(at))

/** The day of a moment, such as 2 Nov. */
export const day = (at: Date, { withYear }: { withYear: boolean }): string =>
  (withYear ? dates.dayOfYear : dates.day).format(at)

/** The day of a moment in full. */
export const weekday = (at: string): string => dates.weekday.format(new Date(at))

/** The name of a month. */
export const month = (at: Date, { withYear }: { withYear: boolean }): string =>
  (withYear ? dates.monthOfYear : dates.month).format(at)

/** How long something took, such as 0.4 s, 12 s or 3 min 5 s. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** How large something is. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`
  if (value < 1024 * 1024) return `${(value / 1024).toFixed(1)} KB`
  return `${(value / 1024 / 1024).toFixed(1)} MB`
}

/** A number of things: "1 file", "3 files". */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`
