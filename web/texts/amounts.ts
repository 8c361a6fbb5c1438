/** Numbers and times, formatted by the browser's Intl. */
const language = "en-GB"

const whole = new Intl.NumberFormat(language)
// A lower-case m would read as "milli".
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat(language, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

// Created once: formatters are slow to construct, and lists render while scrolling.
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

export const cost = (value: number): string => dollars.format(value)

/** The local time with seconds. */
export const time = (at: string): string => dates.second.format(new Date(at))

/** The local time without seconds. */
export const shortTime = (at: string): string => dates.minute.format(new Date(at))

/** Date and time. */
export const moment = (at: string): string => dates.moment.format(new Date(at))

/** A short date, such as 2 Nov. */
export const day = (at: Date, { withYear }: { withYear: boolean }): string =>
  (withYear ? dates.dayOfYear : dates.day).format(at)

export const weekday = (at: string): string => dates.weekday.format(new Date(at))

/** The name of a month. */
export const month = (at: Date, { withYear }: { withYear: boolean }): string =>
  (withYear ? dates.monthOfYear : dates.month).format(at)

/** A duration: 0.4 s, 12 s, 3 min 5 s. */
export function duration(milliseconds: number): string {
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)} s`
  // Rounded before it is split: else 59.7 seconds would be 60, and not a minute.
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
