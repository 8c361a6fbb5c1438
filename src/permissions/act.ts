import { isUnknown, spell } from "../shell/mark.ts"
import { programNamed } from "../shell/programs.ts"
import type { ShellAct } from "../shell/walk.ts"
import { mentionsProtected } from "./guard.ts"
import type { JudgeContext } from "./judge-context.ts"
import { combine, danger, forbidden, type Judgement, readOnly, type Segment } from "./judgement.ts"
import { judgeAssignment, judgeDeclared } from "./judges/assignment.ts"
import { calculation } from "./judges/calculation.ts"
import { judgeProgram, warn } from "./judges/program.ts"
import { reads, writes } from "./judges/touch.ts"

/** The judgement of one act of a command line, as the segments that people and rules see. */
export type JudgedAct = { judgement: Judgement; segments: readonly Segment[] }

/** Judges one act of a command line; without segments there is nothing to report. */
export function judgeAct(act: ShellAct, scene: JudgeContext): JudgedAct {
  const describe = (judgement: Judgement, program = "") => judged(act.text, judgement, program)
  switch (act.is) {
    case "command":
      return judgeCommand(act, scene)
    case "declaration":
      return judged(act.text, judgeDeclaration(act, scene), act.words[0] ?? "")
    case "assignment":
      return notable(act.text, judgeAssignment(act.name, { exported: false, hides: scene.hides }))
    case "redirection": {
      if (/&$/.test(act.operator) && act.words.every((word) => /^(\d+-?|-)$/.test(word))) return nothing
      const touched = act.operator.startsWith("<") ? reads(act.words, scene) : writes(act.words, scene)
      return notable(act.text, combine(touched, ...act.words.map((word) => warn(word, scene))), act.operator)
    }
    case "here-document":
      return mentionsProtected(act.text, scene)
        ? judged("<<", { ...readOnly("its text names files of Holdfast"), guarded: true }, "<<")
        : nothing
    case "reading":
      return notable(act.text, combine(readOnly(), ...act.words.map((word) => warn(word, scene))))
    case "calculation":
      return describe(calculation(scene))
    case "evaluation":
      return describe(danger("runs the text of a variable"))
    case "function":
      if (act.forksItself) return describe(forbidden("a function that starts itself without end"))
      // What is judged by its name has to be what the name says.
      return programNamed(act.name) ? describe(danger(`a function in the place of ${act.name}`)) : nothing
    case "lost":
      return describe(danger("goes to too many places"), "cd")
    default:
      return act satisfies never
  }
}

const nothing: JudgedAct = { judgement: readOnly(), segments: [] }

function judged(text: string, judgement: Judgement, program = "", plain = text): JudgedAct {
  const { class: kind, why, inner, held, outside } = judgement
  const notes = { ...(held ? { held } : {}), ...(outside ? { outside: true as const } : {}) }
  return { judgement, segments: [{ text, plain, program, class: kind, why, ...notes }, ...inner] }
}

function notable(text: string, judgement: Judgement, program = ""): JudgedAct {
  const isPlain = judgement.class === "read-only" && !judgement.outside && !judgement.guarded
  return isPlain ? nothing : judged(text, judgement, program)
}

function judgeCommand(act: Extract<ShellAct, { is: "command" }>, scene: JudgeContext): JudgedAct {
  const { readings, assigned, text } = act
  const [words] = readings
  const each = readings.map((reading) => judgeProgram(reading, { ...scene, listed: act.listed }))
  // `IFS= read -r line` is the usual way to read lines.
  const set = assigned
    .filter((name) => !(name === "IFS" && words[0] === "read"))
    .map((name) => judgeAssignment(name, { exported: true, hides: scene.hides }))
  const whole = judged(text, combine(readOnly(), ...each, ...set), spell(words[0] ?? ""), words.map(spell).join(" "))
  // A variant for other values of a variable: its inner commands are already listed.
  const others = readings.slice(1).flatMap((reading, at) => {
    const spelled = reading.map(spell)
    const judgement = each[at + 1] ?? readOnly()
    return judged(spelled.join(" "), { ...judgement, inner: [] }, spelled[0] ?? "").segments
  })
  return { judgement: whole.judgement, segments: [...whole.segments, ...others] }
}

/** `export`, `declare`, `local` and `readonly`. */
function judgeDeclaration(act: Extract<ShellAct, { is: "declaration" }>, scene: JudgeContext): Judgement {
  const [program, ...words] = act.words
  const exported = program === "export" || words.some((word) => /^-\w*x/.test(word))
  const arrays = words.some((word) => /^-\w*[aA]/.test(word))
  const set = { exported, hides: scene.hides }
  return combine(
    readOnly("sets variables"),
    ...act.assigned.map(({ name }) => judgeAssignment(name, set)),
    ...act.assigned.flatMap(({ values }) => values.map((value) => judgeArrayText(value, { arrays }))),
    ...words.map((word) => judgeDeclared(word, set)),
    ...words.map((word) => warn(word, scene)),
  )
}

/** For an array variable, bash evaluates text in parentheses as elements, including command substitutions. */
function judgeArrayText(value: string, { arrays }: { arrays: boolean }): Judgement {
  if (/^\s*\(/.test(value)) return danger("text that the shell may take for a command")
  return arrays && isUnknown(value) ? danger("what it declares is known only when it runs") : readOnly()
}
