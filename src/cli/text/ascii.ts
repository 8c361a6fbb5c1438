/** What a terminal can show. The locale names its character set; without a locale, or without one in it, it is taken for UTF-8. */
export function charactersOf(env: NodeJS.ProcessEnv): "unicode" | "ascii" {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ""
  if (locale === "C" || locale === "POSIX") return "ascii"
  const [, charset] = /\.([^@]+)/.exec(locale) ?? []
  return charset === undefined || /^utf-?8$/i.test(charset) ? "unicode" : "ascii"
}

/** Our own signs in ASCII, each as wide as it was; words in other scripts stay as they are. */
export function inAscii(text: string): string {
  return text.replace(/ …|[✓✗■·…→✂]/gu, (sign) => signs[sign as keyof typeof signs])
}

const signs = {
  "✓": "+",
  "✗": "x",
  "■": "#",
  "·": "-",
  "…": "~",
  // It stands for itself, and is no word that was cut.
  " …": " ...",
  "→": ">",
  "✂": "x",
} as const
