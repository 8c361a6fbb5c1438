/** A target of a makefile: what it needs first, and the lines of its recipe whose failure counts. */
export type Target = { needs: readonly string[]; lines: readonly string[] }

const rule = /^([^\s#:=][^:=]*?)(?<!\s)\s*::?(?!=)\s*([^=#;]*)(?:;(.*))?(?:#.*)?$/

/** The target of that name; null where the makefile has none. */
export function targetOf(makefile: string, name: string): Target | null {
  const needs: string[] = []
  const lines: string[] = []
  let found = false
  let own = false
  for (const line of makefile.replaceAll("\\\n", " ").split(/\r?\n/)) {
    if (line.startsWith("\t")) {
      if (own) lines.push(...counted(line))
      continue
    }
    const match = rule.exec(line)
    if (!match) continue
    const [, targets = "", before = "", inline = ""] = match
    own = targets.split(/\s+/).includes(name)
    if (!own) continue
    found = true
    needs.push(...before.split(/\s+/).filter((word) => word !== "" && word !== "|"))
    lines.push(...counted(inline))
  }
  return found ? { needs, lines } : null
}

/** Whether make runs the recipe whatever files there are. */
export function isPhony(makefile: string, name: string): boolean {
  return targetOf(makefile, ".PHONY")?.needs.includes(name) ?? false
}

/** A line that begins with a dash may fail without anybody noticing. */
function counted(line: string): string[] {
  const [, marks = "", text = ""] = /^\s*([@+-]*)\s*(.*)$/.exec(line) ?? []
  // `$(CMD)` and `$@` are make's own words; `$$` is the shell's.
  const plain = text.replace(/\$[({]\w+[)}]|\$[@<^?*%]/g, "x").replaceAll("$$", "$")
  return marks.includes("-") || plain === "" ? [] : [plain]
}
