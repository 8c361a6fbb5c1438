import { expect, it } from "vitest"
import { merged } from "./code-tokens.ts"

it("puts neighbours of one kind together, with the space between them", () => {
  const token = (content: string, name: string) => ({ content, color: `var(--code-${name})` })
  expect(
    merged([
      token("export", "token-keyword"),
      token(" ", "foreground"),
      token("async", "token-keyword"),
      token(" tide(", "foreground"),
      token('"a"', "token-string-expression"),
    ]),
  ).toEqual([
    { at: 0, text: "export async", kind: "keyword" },
    { at: 1, text: " tide(", kind: null },
    { at: 2, text: '"a"', kind: "string-expression" },
  ])
})
