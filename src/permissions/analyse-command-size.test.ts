// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell commands.

import { describe, expect, it } from "vitest"
import { context } from "../../test/support/permissions/command.ts"
import { analyseCommand } from "./analyse-command.ts"

const judge = async (command: string) => {
  const steps = { taken: 0 }
  const { class: kind } = await analyseCommand(command, { ...context, steps })
  return { kind, steps: steps.taken }
}

const shapes: Readonly<Record<string, (length: number) => string>> = {
  "an assignment of assignments": (length) => "a=".repeat(length / 2),
  "an argument of assignments": (length) => `echo ${"a=".repeat(length / 2)}`,
  "open brackets": (length) => "[".repeat(length),
  "open substitutions": (length) => "$(".repeat(length / 2),
  "nested expansions": (length) => `echo ${"${a:-".repeat(length / 5)}${"}".repeat(length / 5)}`,
  "a long calculation": (length) => `echo $((${"1+".repeat(length / 2)}1))`,
  "changes of the directory": (length) => "cd a;".repeat(length / 5),
  "programs that run programs": (length) => "xargs ".repeat(length / 6),
  "many variables": (length) => "a=1;echo $a;".repeat(length / 12),
  "a long word": (length) => `cat ${"a_".repeat(length / 2)}[`,
  "a long cluster of options": (length) => `ls -${"a".repeat(length)}`,
}

describe("a command of 50,000 characters that would take long to judge", () => {
  it.each(Object.entries(shapes))("asks, after a bounded number of steps: %s", async (_, shape) => {
    const { kind, steps } = await judge(shape(50_000))
    expect(kind).toBe("danger")
    expect(steps).toBeLessThan(1_000_000)
  })

  it("is judged as ever where it is a text to write", async () => {
    const text = "a line of the text, (with) {brackets} = and more\n".repeat(2_000)
    expect(await judge(`cat > notes.md <<'EOF'\n${text}EOF`)).toMatchObject({ kind: "workspace" })
  })

  it("takes no more than twice the steps for twice the words", async () => {
    const once = await judge(`ls ${"a.ts ".repeat(500)}`)
    const twice = await judge(`ls ${"a.ts ".repeat(1_000)}`)
    expect(once.kind).toBe("read-only")
    expect(twice.steps).toBeLessThanOrEqual(2 * once.steps)
  })
})
