import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { taskKind } from "./task.ts"

describe("small talk", () => {
  it.each([
    "hi",
    "Hello!",
    "hello there",
    "  good   morning ",
    "Thanks!!",
    "thank you :)",
    "thank you very much",
    "Thanks for your help!",
    "What can you do?",
    "Hi Holdfast, how are you today?",
    "ok, great, thanks",
    "What's up?",
    "help",
    "Can you help me?",
    "Have a nice day!",
    "OK.",
  ])("is %j", (text) => {
    expect(taskKind(text)).toBe("small-talk")
  })

  it.each([
    "help me refactor x.ts",
    "Help me refactor this function",
    "hi, please fix the test",
    "hello.txt",
    "great, now commit it",
    "ok, continue",
    "ok and then",
    "undo that",
    "dark mode",
    "yes",
    "this",
    "",
    "helps",
    "Write a short release-note style summary of what Loader does well.",
  ])("is not %j, short as it may be: it is work", (text) => {
    expect(taskKind(text)).toBe("work")
  })
})

describe("an informational task", () => {
  it.each([
    "Explain the router",
    "Explain what src/agent/loop.ts does.",
    "Please explain how to create and run a container",
    "Can you explain the parser?",
    "Summarise the changes to the store",
    "why does the test fail",
    "How do I add a provider?",
    "What should I write in the README?",
    "Where is the configuration loaded",
    "When does it compact?",
    "Is the build green?",
    "Do the tests pass?",
    "这个函数做什么？",
    "解释一下这个项目",
    "Can I delete this file?",
    "Help me understand the fold",
    "Tell me about the ledger",
    "Review the pull request",
    "Compare `a.ts` with `b.ts`",
    "Hi! What does the latest address do?",
    "I wonder which tests are slow",
  ])("is %j", (text) => {
    expect(taskKind(text)).toBe("informational")
  })

  it.each([
    "Review src/x.ts and fix the bugs",
    "Analyse the logs, fix the bug",
    "Explain it, then write a test",
    "What is wrong with the parser? Fix it.",
    "Why is the button red? It should be blue.",
    "Can you fix the login?",
    "Could we add a test?",
    "Would you mind fixing add.js?",
    "Any chance you could fix add.js?",
    "do the same for README.md",
    "请修复加法函数的错误",
    "How about adding a button?",
    "Why don't you rename it?",
    "Where possible, replace var with const.",
    "When I click save, nothing happens.",
    "What I want is a faster start.",
    "Summarize the log into notes.md",
    "Write an explanation of what the router does",
    "Create hello.txt in the workspace root.",
    "The header is cut off",
  ])("is not %j: it is work", (text) => {
    expect(taskKind(text)).toBe("work")
  })
})

describe("any input", () => {
  it("has a kind that case and surrounding space do not change", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(["small-talk", "informational", "work"]).toContain(taskKind(text))
        expect(taskKind(`  ${text}\n`)).toBe(taskKind(text))
      }),
    )
  })

  it("is work as soon as it tells to change a file", () => {
    const talk = fc.constantFrom("hi", "thanks", "help me", "what can you do?", "Explain the parser.", "ok")
    fc.assert(
      fc.property(talk, fc.constantFrom("Fix", "Delete", "Rename", "Create"), (start, verb) => {
        expect(taskKind(`${start}\n${verb} src/x.ts`)).toBe("work")
      }),
    )
  })
})
