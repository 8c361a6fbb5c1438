import { describe, expect, it } from "vitest"
import { demandsOf, forbids } from "./demands.ts"

describe("what a task demands", () => {
  const rows: [string, string[]][] = [
    ["Create hello.txt in the workspace root.", ["change", "created hello.txt"]],
    ["Create x.py and make sure it runs.", ["change", "run", "created x.py"]],
    ["Please delete old.ts and run the tests", ["change", "run", "deleted old.ts"]],
    ["I want you to write src/a.ts", ["change", "created src/a.ts"]],
    ["Add a test for src/a.ts.", ["change"]],
    ["Write a unit test for the parser", ["change"]],
    ["Fix the parser and test it", ["change", "mend", "run"]],
    ["Run the tests and fix what fails.", ["change", "mend", "run"]],
    ["Fix the parser and add a case for it", ["change"]],
    ["Delete the obsolete test test/old.test.js", ["change", "deleted test/old.test.js"]],
    ["Rename the helpers and test files", ["change"]],
    ["Please test the parser", ["run"]],
    ["Test the parser", ["run"]],
    ["Change the parser, then test it", ["change", "run"]],
    ["I want you to test it", ["run"]],
    ["Install lodash", ["install"]],
    ["Run the tests.", ["run"]],
    ["Run the build and tell me what to fix", ["run"]],
    ["Look at the latest change and report", []],
    ["Make sure the address is right", ["doubt"]],
    ["Do not change anything, only look", []],
    ["Write a haiku about rain", ["prose"]],
    ["Write a short release-note style summary of what Loader does well.", ["prose"]],
    ["Write a summary into notes.md", ["change", "changed notes.md"]],
    ["Delete the function foo in src/a.ts", ["change", "changed src/a.ts"]],
    ["Create a function in src/a.ts that reads config.json", ["change", "changed src/a.ts"]],
    ["Write a summary and fix the typo", ["change"]],
    ["Erstelle die Datei hallo.txt", ["change"]],
    ["Écris un résumé dans notes.md", ["change"]],
    ["Napraw plik src/a.ts", ["change"]],
    ["Optimize the add function in add.js", ["change"]],
    ["Clean up add.js and the tests", ["change"]],
    ["Commit the current changes with the message 'wip'", ["change"]],
    ["Push the branch to origin", ["change"]],
    ["Speed up the add function", ["change"]],
    ["Use plus in place of minus in add.js", ["change"]],
    ["Turn add into an arrow function", ["change"]],
    ["ok do it", ["change"]],
    ["do the same for README.md", ["change"]],
    ["Get the tests to pass", ["run"]],
    ["Make the tests pass", ["run"]],
    ["The tests should be green", ["change", "mend", "run"]],
    ["Ensure that add.js returns the sum", ["run"]],
    ["Korrigiere den Fehler in der Additionsfunktion", ["change"]],
    ["Kannst du den Fehler in add.js beheben?", ["change"]],
    ["请修复加法函数的错误", ["change"]],
    ["add関数のバグを直してください", ["change"]],
    ["解释一下 add.js", []],
    ["Would you mind fixing add.js?", ["change", "mend"]],
    ["add(1, 2) returns -1", ["doubt"]],
    ["Make add handle negative numbers too", ["change"]],
    ["Show me add.js", []],
    ["cat README.md", []],
    ["Open src/app.ts", []],
    ["Check package versions", []],
    ["Find the place where we set the timeout", []],
    ["Look for functions which delete or rename files", []],
    ["Write a summary of README.md", ["prose"]],
    ["Make a list of all exported functions", ["prose"]],
    ["Write me a regex for dates", ["prose"]],
    ["Make a plan for the migration, do not change anything yet", ["prose"]],
    ["Create a command that prints the date", ["change"]],
    ["In the header add a button", ["change"]],
    ["Run the tests and tell me which ones fail", ["run"]],
    ["yes", ["doubt"]],
    ["Which entries are missing? Use tabs in the report. It must be short.", ["doubt"]],
  ]
  it.each(rows)("%s", (task, expected) => {
    const { files, places, outward, ...demands } = demandsOf(task)
    const asked = Object.entries(demands).flatMap(([name, wanted]) => (wanted ? [name] : []))
    expect([...asked, ...files.map(({ deed, path }) => `${deed} ${path}`)]).toEqual(expected)
  })
})

describe("a task that repeats itself", () => {
  it.each(["create ", "and create a.ts ", "a_b.c"])("demands what it says, at any length: %s", (words) => {
    const { change, files } = demandsOf(`Create a.ts. ${words.repeat(20_000)}`)
    expect({ change, files: new Set(files.map(({ path }) => path)) }).toEqual({
      change: true,
      files: new Set(["a.ts"]),
    })
  })
})

describe("what a task forbids", () => {
  const rows: [string, string, string | null][] = [
    ["Fix a.ts. Do not change the tests.", "src/a.test.ts", "Do not change the tests"],
    ["Fix a.ts, don't touch tests please", "tests/test_a.py", "don't touch tests please"],
    ["Fix it without modifying src/b.ts", "src/b.ts", "Fix it without modifying src/b.ts"],
    ["Leave package.json unchanged", "package.json", "Leave package.json unchanged"],
    ["You must not edit anything in src/core/", "src/core/x.ts", "You must not edit anything in src/core/"],
    ["Only change src/a.ts", "src/b.ts", "Only change src/a.ts"],
    ["Only change src/a.ts", "src/a.ts", null],
    ["Fix a.ts. Do not change the tests.", "a.ts", null],
    ["Change the tests", "a.test.ts", null],
    ["The tests do not pass: change a.ts", "a.test.ts", null],
    ["Do not forget the tests", "a.test.ts", null],
  ]
  it.each(rows)("%s: %s", (task, path, words) => expect(forbids(task, path)).toBe(words))
})
