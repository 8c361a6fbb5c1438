/** Colours only repeat what the text says, so nothing is lost without them. */
export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>

export type Background = "light" | "dark"

/** On a light background the bright colours of a terminal cannot be read: darker ones take their place. */
export function paintFor(colours: "on" | "off", background: Background = "dark"): Paint {
  const used = background === "light" ? { ...codes, ...onLight } : codes
  const entries = Object.entries(used).map(([name, [open, close]]) => [
    name,
    colours === "on" ? (text: string) => (text ? `\x1b[${open}m${text}\x1b[${close}m` : "") : (text: string) => text,
  ])
  return Object.fromEntries(entries) as Paint
}

/** The escape sequences of our colours, as a regular expression source. */
export function paintCodes(): string {
  const all = [...Object.values(codes), ...Object.values(onLight)].flat()
  return `\\x1b\\[(?:${[...new Set(all)].join("|")})m`
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const

const onLight = {
  dim: ["38;5;242", 39],
  red: ["38;5;124", 39],
  green: ["38;5;28", 39],
  yellow: ["38;5;94", 39],
  blue: ["38;5;25", 39],
  magenta: ["38;5;90", 39],
  cyan: ["38;5;30", 39],
} as const
