import { expect, it } from "vitest"
import { codeIn } from "./checks/instructions-code.ts"
import { inlineProof } from "./checks/placeholder-inline.ts"
import { questionFrom } from "./clarify/question.ts"
import { claimsIn } from "./completion/claims.ts"
import { demandsOf } from "./completion/demands.ts"
import { addedExit } from "./completion/exit.ts"
import { statedContents } from "./completion/stated-content.ts"
import { fingerprint } from "./completion/text-loop.ts"
import { ordersIn } from "./orders.ts"
import { normalHeading, parseOutline } from "./outline/outline.ts"
import { splitCommands } from "./plan/shell.ts"
import { targetOf } from "./project/makefile.ts"
import { hasAnchor } from "./route/anchor.ts"
import { modelNotes } from "./summary/notes.ts"
import { carrySaid } from "./summary/said.ts"
import { taskKind } from "./task.ts"
import { proseOf } from "./words.ts"

// A thread that looks at a text for longer than its patience is ended: what a model or a person wrote decides that.
const readers: Record<string, (text: string) => unknown> = {
  addedExit: (text) => addedExit("fix it", { path: "src/a.ts", before: "export const a = 1", after: text }),
  carrySaid: (text) => carrySaid([], [text], { each: 1_000, characters: 4_000, count: 20 }),
  claimsIn,
  codeIn: (text) => codeIn(`${text}\n\`\`\`\n${text}\n\`\`\``),
  demandsOf,
  fingerprint,
  hasAnchor,
  inlineProof,
  modelNotes: (text) => modelNotes("", text, text.length),
  normalHeading,
  ordersIn,
  parseOutline: (text) => parseOutline(`# ${text} x`, { sections: { a: ["a"] }, titles: ["b"] }),
  proseOf,
  questionFrom: (text) => questionFrom(text, null, { question: "What?", options: [] }),
  splitCommands,
  statedContents: (text) => statedContents(`Write the text: ${text}`),
  targetOf: (text) => targetOf(text, "a"),
  taskKind,
}
const length = 100_000
const repeated = [
  "-",
  "a",
  "a.",
  "/a",
  "a-a",
  " ",
  "\n",
  "  \n",
  ".",
  "/",
  "`",
  "(",
  "'",
  "#",
  " #",
  "\\",
  "1.",
  "<think>",
]

it.each(Object.entries(readers))("%s takes time in proportion to the text", { timeout: 600_000 }, (_, read) => {
  for (const unit of repeated) {
    const text = unit.repeat(Math.ceil(length / unit.length))
    const begun = performance.now()
    read(text)
    read(`x ${text} x`)
    expect({ unit, ms: performance.now() - begun }).toSatisfy(({ ms }) => ms < 2_000)
  }
})
