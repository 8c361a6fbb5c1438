/** A glob as a regular expression over a path: `*`, `**`, `?`, `[a-z]` and `{a,b}`. Without a slash it fits any depth. */
export function globPattern(glob: string): RegExp {
  const rooted = glob.replace(/^\.?\/+/, "")
  const deep = rooted.includes("/") || rooted !== glob ? rooted : `**/${rooted}`
  return new RegExp(`^${sourceOf(deep.endsWith("/") ? `${deep}**` : deep)}$`, "su")
}

/** The directory that a glob names before its first special character, and the rest of it. */
export function splitGlob(glob: string): { directory: string; pattern: string } {
  const special = glob.search(/[*?[{]/)
  const slash = glob.lastIndexOf("/", special === -1 ? undefined : special)
  return slash === -1
    ? { directory: "", pattern: glob }
    : { directory: glob.slice(0, slash) || "/", pattern: glob.slice(slash + 1) }
}

const tokens = /\*\*\/|\/\*\*$|\*\*|\*|\?|\[[!^]?\]?[^\]]*\]|\{[^{}]*\}|\\.|./gsu

function sourceOf(glob: string): string {
  return (glob.match(tokens) ?? []).map(tokenSource).join("")
}

function tokenSource(token: string): string {
  if (token === "**/") return "(?:.*/)?"
  if (token === "/**") return "/.*"
  if (token === "**") return ".*"
  if (token === "*") return "[^/]*"
  if (token === "?") return "[^/]"
  if (token.length > 1 && token.startsWith("[")) return classSource(token)
  if (token.length > 1 && token.startsWith("{")) return `(?:${token.slice(1, -1).split(",").map(sourceOf).join("|")})`
  return escaped(token.length > 1 && token.startsWith("\\") ? token.slice(1) : token)
}

function classSource(token: string): string {
  const body = token.slice(1, -1)
  const negated = /^[!^]/.test(body)
  const members = (negated ? body.slice(1) : body).replace(/[\\\]^[&~|(){}]/g, "\\$&")
  return members === "" ? escaped(token) : `[${negated ? "^/" : ""}${members}]`
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
