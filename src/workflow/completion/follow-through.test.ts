import { describe, expect, it } from "vitest"
import { action, attempt, ran, scene, wrote } from "../arbitrary/completion-scene.ts"
import { followThrough } from "./follow-through.ts"
import type { CompletionInput } from "./input.ts"

const gapsOf = (input: CompletionInput) =>
  followThrough(input).gaps.map(
    ({ firmness, settledByChecks, evidence }) =>
      `${firmness}${settledByChecks ? ", left to the checks" : ""}: ${evidence.summary}`,
  )

describe("follow-through", () => {
  const complete: [string, CompletionInput][] = [
    ["an informational answer", scene("Explain the router.", "Done.")],
    [
      "a file that was asked for and written",
      scene("Create hello.txt.", "Written.", { actions: [wrote(3, "hello.txt")] }),
    ],
    [
      "a file in the directory that was asked for",
      scene("Write two notes into notes/.", "Written.", {
        actions: [wrote(3, "notes/1.txt"), wrote(3, "notes/2.txt")],
      }),
    ],
    [
      "the command that was asked for, where nothing is changed",
      scene("Run `ls` and tell me which files there are.", "There is one.md.", { actions: [ran(3, "ls")] }),
    ],
    [
      "a verb in the name of a file",
      scene("Mend run.sh.", "Mended.", { actions: [wrote(3, "run.sh", "x")], checks: [] }),
    ],
    ["an installation that ran", scene("Install lodash.", "Installed.", { actions: [ran(3, "npm install lodash")] })],
    [
      "a run that passed after the last change",
      scene("Change a.ts and run the tests.", "Passed.", {
        actions: [wrote(3, "a.ts", "x"), ran(4, "npm test")],
        checks: [],
      }),
    ],
    [
      "nothing to fix where what was run passes",
      scene("Run the tests and fix what fails.", "All tests pass, so there is nothing to fix.", {
        actions: [ran(3, "npm test")],
      }),
    ],
    [
      "a linter where the linter was asked for",
      scene("Change a.ts and run the linter.", "Passed.", {
        actions: [wrote(3, "a.ts", "x"), ran(4, "npx eslint .")],
        checks: [],
      }),
    ],
    [
      "data that can be read",
      scene("Change a.json and verify it.", "It is valid.", {
        actions: [wrote(3, "a.json", "x"), ran(4, "jq . a.json")],
        checks: [],
      }),
    ],
    [
      "tests that were asked for, ran and failed",
      scene("Run the tests and tell me which ones fail.", "One fails: adds.", { actions: [ran(3, "npm test", 1)] }),
    ],
    [
      "one of two places in which something was wrong",
      scene("Fix the bug in sum.js and in add.js.", "The bug was in sum.js.", {
        actions: [wrote(3, "sum.js", "x")],
        checks: [],
      }),
    ],
    [
      "one of two places, where the answer says that the other is right",
      scene("Rename greet in greet.js and main.js.", "Renamed it. No changes were needed elsewhere.", {
        actions: [wrote(3, "greet.js", "x")],
        checks: [],
      }),
    ],
    [
      "a place that only another is likened to",
      scene("Rename greet in greet.js, as in main.js.", "Renamed it.", {
        actions: [wrote(3, "greet.js", "x")],
        checks: [],
      }),
    ],
    [
      "a look that was asked for by its name",
      scene("Run git log and summarise it.", "Two commits.", { actions: [ran(3, "git log --oneline")] }),
    ],
    [
      "a file that was renamed",
      scene("Rename add.js to sum.js.", "I renamed `add.js` to `sum.js`.", {
        actions: [wrote(3, "add.js", "x", null), wrote(3, "sum.js")],
        checks: [],
      }),
    ],
    [
      "a directory that was asked for and made",
      scene("Create a new directory src/utils.", "I created `src/utils`.", { actions: [ran(3, "mkdir -p src/utils")] }),
    ],
    [
      "a branch that was asked for",
      scene("Create a branch feature/x.", "I created the branch `feature/x`.", {
        actions: [ran(3, "git switch -c feature/x")],
      }),
    ],
    [
      "a commit of what was done before",
      scene("Commit it.", "Committed: the commit has the fixed `add.js`.", { actions: [ran(3, "git commit -am fix")] }),
    ],
    [
      "a text that was asked for",
      scene("Write a summary of README.md.", "It is about sums.", { actions: [action(3)] }),
    ],
    ["an answer to words that ask for nothing", scene("dark mode", "It is a setting of the page.")],
    ["a look and a report", scene("Look into the job.", "It fails at night.", { actions: [action(3)] })],
    [
      "a failure that is a word of the answer",
      scene("Rename the error page.", "Renamed; the error page and the failed state share a style.", {
        actions: [wrote(3, "error.html", "x")],
      }),
    ],
  ]
  it.each(complete)("is complete with %s", (_, input) => {
    expect(gapsOf(input)).toEqual([])
    expect(followThrough(input)).toMatchObject({ complete: true, missing: [], next: [], continuation: "" })
  })

  const incomplete: [string, CompletionInput, string[]][] = [
    ...[
      ["Optimize the add function in add.js", "I optimized the function; it is three times as fast."],
      ["Commit the current changes", "Committed as 4f3a2b1."],
      ["请修复加法函数的错误", "已修复，所有测试都通过了。"],
      ["ok do it", "I have done it."],
    ].map(([task = "", answer = ""]): [string, CompletionInput, string[]] => [
      `nothing done for "${task}"`,
      scene(task, answer),
      ["firm: evidence showing the requested work was actually carried out: no change or command is recorded"],
    ]),
    [
      "a command that has nothing to do with it",
      scene("Fix add in add.js", "It returns the sum now.", { actions: [ran(3, "node --version")] }),
      ["firm: evidence showing the requested work was actually carried out: no change or command is recorded"],
    ],
    [
      "a deed that is told of, where nobody knows what was asked for",
      scene("add(1, 2) returns -1", "I fixed it: it returns 3 now."),
      ["soft: evidence showing the requested work was actually carried out: no change or command is recorded"],
    ],
    [
      "a change of something else",
      scene("Fix the bug in add.js", "Fixed.", { actions: [wrote(3, "CHANGELOG.md")], checks: [] }),
      ["soft: `add.js`, which the task names, was not changed"],
    ],
    [
      "one of two files that the task names",
      scene("Rename greet to welcome in greet.js and in main.js", "Renamed.", {
        actions: [wrote(3, "greet.js", "x")],
        checks: [],
      }),
      ["soft: `main.js`, which the task names, was not changed"],
    ],
    [
      "other words than the task wants",
      {
        ...scene("Create hello.txt with exactly one line: Hello, world!", "Written.", {
          actions: [wrote(3, "hello.txt")],
          checks: [],
        }),
        texts: [{ path: "hello.txt", before: null, after: "Goodbye!\n" }],
      },
      ["soft: `hello.txt` does not hold `Hello, world!`"],
    ],
    [
      "a claim in the answer to a question",
      scene("Do the tests pass?", "Yes. I ran `npm test` and all 12 tests pass."),
      [
        "soft: a test run: the answer says that it passed, but none was run",
        "soft: the answer says that `npm test` was run, but it was not",
      ],
    ],
    [
      "a claim that is followed by no more than a word",
      { ...scene("Do the tests pass?", "Done."), earlier: ["Yes, all tests pass."] },
      ["soft: a test run: the answer says that it passed, but none was run"],
    ],
    [
      "a deed in the answer to a question",
      scene("Is it possible to rename add in add.js?", "Yes! I renamed it in `add.js`."),
      ["soft: the answer says that `add.js` was changed, but no change of it is recorded"],
    ],
    [
      "an installation that nobody ran",
      scene("Install lodash.", "Installed it.", { actions: [action(3)] }),
      ["firm: a successful installation command"],
    ],
    [
      "a run that failed",
      scene("Change a.ts and run the tests.", "See above.", {
        actions: [wrote(3, "a.ts", "x"), ran(4, "npm test", 1)],
        checks: [],
      }),
      ["firm: a passing verification result from `npm test`"],
    ],
    [
      "a run that the checks will do",
      scene("Change a.ts and run the tests.", "Changed.", { actions: [wrote(3, "a.ts", "x")] }),
      ["firm, left to the checks: a run that shows that it works, after the last change"],
    ],
    [
      "an existence check where a run was asked for",
      scene("Change a.ts and run it.", "Changed.", {
        actions: [wrote(3, "a.ts", "x"), ran(4, "test -f a.ts")],
        checks: [],
      }),
      ["firm: a run that shows that it works, after the last change"],
    ],
    [
      "a file that parses where it has to work",
      scene("Change a.js and make sure it works.", "Changed.", {
        actions: [wrote(3, "a.js", "x"), ran(4, "node --check a.js")],
        checks: [],
      }),
      ["firm: a run that shows that it works, after the last change"],
    ],
    [
      "a file that parses after it failed",
      scene("Change a.js and make sure it works.", "Changed.", {
        actions: [wrote(3, "a.js", "x"), ran(4, "node a.js", 1), ran(5, "node --check a.js")],
        checks: [],
      }),
      ["firm: a passing verification result from `node a.js`"],
    ],
    [
      "nothing to fix where what was run fails",
      scene("Run the tests and fix what fails.", "There is nothing to fix.", { actions: [ran(3, "npm test", 1)] }),
      ["soft: evidence showing the requested work was actually carried out: no change or command is recorded"],
    ],
    [
      "nothing to fix where what was run tells nothing",
      scene("Run the tests and fix what fails.", "There is nothing to fix.", { actions: [ran(3, "echo ok")] }),
      ["soft: evidence showing the requested work was actually carried out: no change or command is recorded"],
    ],
    [
      "nothing to change where more than a repair was asked for",
      scene("Rename add to sum and run the tests.", "No changes needed.", { actions: [ran(3, "npm test")] }),
      ["soft: evidence showing the requested work was actually carried out: no change or command is recorded"],
    ],
    [
      "a directory that still has files, where it was to be deleted",
      scene("Delete old/.", "Deleted.", { actions: [wrote(3, "old/a.txt", "x", null), wrote(4, "old/b.txt", "x")] }),
      ["firm: `old/` was not deleted"],
    ],
    [
      "another command than the one that was asked for",
      scene("Run `npm test` and tell me what fails.", "Nothing fails.", { actions: [ran(3, "ls")] }),
      ["firm: a run that shows that it works, after the last change"],
    ],
    [
      "an admission",
      scene("Change a.ts.", "I changed half of it; I could not do the rest.", { actions: [wrote(3, "a.ts", "x")] }),
      ["soft: the rest of the work: the answer says that it could not be done"],
    ],
    [
      "a command whose changes nobody knows, for a file that was asked for",
      scene("Create out.txt.", "Built.", {
        actions: [action(3, { tool: "bash", command: "make", exitCode: 0, uncovered: true })],
      }),
      ["soft: `out.txt` was not written"],
    ],
    [
      "a change that is said to be needless",
      scene("Fix a.ts.", "No changes needed: a.ts is already correct.", { actions: [action(3)] }),
      ["soft: evidence showing the requested work was actually carried out: no change or command is recorded"],
    ],
  ]
  it.each(incomplete)("lacks something with %s", (_, input, gaps) => expect(gapsOf(input)).toEqual(gaps))

  it("tells what was accomplished, with the events that show it", () => {
    const input = scene("Fix a.ts.", "Fixed `a.ts`. The tests pass.", {
      actions: [wrote(3, "a.ts", "x")],
      done: { attempts: [attempt(5, "passed")] },
    })
    expect(followThrough(input).accomplished.map(({ summary, seq }) => [summary, seq])).toEqual([
      ["`a.ts` was changed", 3],
      ["`npm test` passed after the last change", 5],
      ["`a.ts` was changed", 3],
    ])
  })
})
