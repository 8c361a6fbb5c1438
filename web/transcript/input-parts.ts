/** A part of a message: text or a fenced block. */
export type InputPart = { kind: "words" | "code"; text: string }

const fence = /^ {0,3}```/

/** Splits a message into parts. An unclosed fence extends to the end. */
export function inputParts(text: string): readonly InputPart[] {
  const parts: InputPart[] = []
  let lines: string[] = []
  let kind: InputPart["kind"] = "words"
  const take = () => {
    const said = lines.join("\n")
    // Blank lines around a fence are covered by its margin.
    const part = kind === "code" ? said : said.replace(/^\n+|\n+$/g, "")
    if (kind === "code" || part !== "") parts.push({ kind, text: part })
    lines = []
  }
  for (const line of text.split("\n")) {
    const isFence = kind === "code" ? /^ {0,3}```\s*$/.test(line) : fence.test(line) && !/^ {0,3}```.*`/.test(line)
    if (!isFence) {
      lines.push(line)
      continue
    }
    take()
    kind = kind === "code" ? "words" : "code"
  }
  if (lines.length > 0) take()
  return parts
}
