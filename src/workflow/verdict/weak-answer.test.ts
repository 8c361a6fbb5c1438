import { describe, expect, it } from "vitest"
import { namedPaths, readsLikeWork } from "./weak-answer.ts"

describe("the paths that are worth a look", () => {
  it("are those of the answer and then those of the task, each once", () => {
    expect(namedPaths("Write `src/a.py` and b.md", "I wrote b.md.")).toEqual(["b.md", "src/a.py"])
    expect(namedPaths("How does Node.js work?", "See https://example.org/a.html")).toEqual([])
  })
})

describe("an answer that reads like work", () => {
  it.each([
    ["Fix the bug", "I'll fix it now."],
    ["Fix the bug", "I’ve fixed the bug."],
    ["Fix the bug", "Done!"],
    ["Fix the bug", "Okay, let me look at it."],
    ["Fix the bug", "The cause is clear. I will change it."],
    ["Write `a.py`", "The function is there."],
    ["Напиши a.py", "Готово."],
    ["Schreib die Funktion", "Hier:\n```\nx = 1\n```"],
  ])("%s: %s", (task, answer) => expect(readsLikeWork(task, answer)).toBe(true))

  it.each([
    ["What is a monad?", "A monoid in the category of endofunctors."],
    ["What does a.py do?", "a.py adds numbers."],
    ["a.py は何をしますか？", "a.py は足し算をします。"],
    ["Say hello", "Hello."],
    ["Say hello", "A will of iron. Undone work."],
  ])("is not: %s: %s", (task, answer) => expect(readsLikeWork(task, answer)).toBe(false))
})
