import { describe, expect, it } from "vitest"
import { narrates, refusesTools } from "./words.ts"

describe("an answer by somebody who does not use the tools", () => {
  it.each([
    "I cannot access your files.",
    "I'm sorry, but I don't have the ability to run commands on your computer.",
    "As an AI language model, I can't directly create or modify files in your project.",
    "Unfortunately I am unable to open files. Please paste the code here.",
    "I do not have access to the file system.",
    "I don't have any tools.",
  ])("refuses: %s", (answer) => {
    expect(refusesTools(answer)).toBe(true)
  })

  it.each([
    "I cannot say which one is better.",
    "The function cannot read the file because the path is wrong.",
    "I have read the file. It has three lines.",
    "I can't find a reason to change it.",
  ])("does not refuse: %s", (answer) => {
    expect(refusesTools(answer)).toBe(false)
  })

  it.each([
    "Let me look at the file first.",
    "I'll start by reading src/a.ts:",
    "Sure! I will now check the tests.",
    "Okay, first I need to find where it is defined.",
    "First, let me search for it.",
  ])("narrates: %s", (answer) => {
    expect(narrates(answer)).toBe(true)
  })

  it.each([
    "It is a log of events. Let me know if you want to see more.",
    "A session is a log.",
    "You should look at the file first.",
    "I will not change it.",
    `${"It has many parts, and each of them matters. ".repeat(20)}Let me look at the last one.`,
  ])("does not narrate: %s", (answer) => {
    expect(narrates(answer)).toBe(false)
  })
})
