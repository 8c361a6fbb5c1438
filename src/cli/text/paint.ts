/** Colours only repeat what the text says, so nothing is lost without them. */
export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>

export function paintFor(colours: "on" | "off"): Paint {
  const entries = Object.entries(codes).map(([name, [open, close]]) => [
    name,
    colours === "on" ? (text: string) => (text ? `\x1b[${open}m${text}\x1b[${close}m` : "") : (text: string) => text,
  ])
  return Object.fromEntries(entries) as Paint
}

/** The escape sequences of our colours, as a regular expression source. */
export function paintCodes(): string {
  return `\\x1b\\[(?:${[...new Set(Object.values(codes).flat())].join("|")})m`
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const
