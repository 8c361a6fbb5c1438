import { describe, expect, it } from "vitest"
import { situation } from "../arbitrary/route-situation.ts"
import { route } from "./route.ts"

describe("everyday tasks", () => {
  it.each([
    "Fix the failing test",
    "Fix the typo in README.md",
    "Fix the login bug",
    "Fix it",
    "Add a dark mode toggle to the settings page",
    "Add a logout button to the header",
    "Add tests",
    "Add a README",
    "Add tests for the parser",
    "Build the project",
    "Build the project and fix whatever breaks",
    "Implement `parseBrief` in src/workflow/brief.ts",
    "Refactor the parser",
    "Refactor src/agent/loop.ts to use async iterators",
    "Improve the error message in src/cli/run.ts",
    "Rename getUser to fetchUser everywhere",
    "Upgrade the dependencies",
    "Run the tests",
    "Run the linter and fix what it reports",
    "Delete the old migration files",
    "Commit the changes",
    "Undo that",
    "continue",
    "yes",
    "Help me refactor this function",
    "Figure out why the build fails",
    "Migrate the database from MySQL to PostgreSQL",
    "Create a Python script that prints primes and make it executable",
    "Convert the JavaScript sources to TypeScript",
    "Set up GitHub Actions",
    "Translate the page into German",
    "Write docs for the CLI",
    "Bump the version to 2.0.1",
    "Use the latest address for the newsletter",
    "Investigate the memory leak in the worker",
    "Clarify the comment in src/x.ts",
    "What does the router do?",
    "How can we improve this?",
    "Why is the build slow?",
    "Explain the architecture of the workflow, how it persists its state, how reports are written, and why",
    "Hello there",
    "build",
    "Build it",
    "please rebuild everything",
    "error: something went wrong",
    "TypeError: cannot make it work",
    'It says "something went wrong, try something else"',
  ])("execute: %s", (task) => {
    expect(route({ ...situation, task }).mode).toBe("execute")
  })

  it.each([
    "Fix this",
    "Make it better",
    "Make it work",
    "Improve performance",
    "Improve the code.",
    "Improve this - please!",
    "Add caching",
    "Build me something cool",
    "Build it better",
    "Implement user authentication",
    "Refactor",
    "Something is broken on the login page",
    "Not sure what I want, ask me",
    "Don't assume anything, interview me about the new site",
    "Clarify the requirements for the export",
  ])("clarify: %s", (task) => {
    expect(route({ ...situation, task }).mode).toBe("clarify")
  })

  it.each([
    "Refactor the parser, the lexer, and the printer, and migrate all callers to the new interface in src/parse",
    "Write a migration plan and an implementation plan for the new billing service, including rollback, monitoring, and a report for the team",
    "Migrate the store to PostgreSQL, keep the conformance suite green, and write docs/migration.md for people who move their data",
  ])("plan: %s", (task) => {
    expect(route({ ...situation, task }).mode).toBe("plan")
  })
})

describe("a task in a conversation", () => {
  const asks = (task: string, conversation: boolean) => route({ ...situation, task, conversation }).mode

  it.each([
    "cool, add it",
    "implement option 2",
    "awesome, fix this too",
    "refactor this",
    "make it work",
    "improve it a bit",
    "Implement the second one",
    "improve that",
    "build your proposal",
  ])("may speak of what was said before: %s", (task) => {
    expect(asks(task, true)).toBe("execute")
  })

  it("tells so in its signals", () => {
    expect(route({ ...situation, task: "cool, add it", conversation: true }).signals).toContain(
      "refers_to=conversation",
    )
    expect(route({ ...situation, task: "Fix a.ts", conversation: true }).signals).not.toContain(
      "refers_to=conversation",
    )
  })

  it.each(["cool, add it", "implement option 2", "refactor this", "make it work"])(
    "speaks of nothing where nothing was said: %s",
    (task) => {
      expect(asks(task, false)).toBe("clarify")
    },
  )

  it.each([
    "Add caching",
    "Improve performance",
    "Refactor",
    "Build me something cool, and make it pop",
    "Implement user authentication",
    "Build a version that improves",
  ])("is asked about where it names something new and leaves it open: %s", (task) => {
    expect(asks(task, true)).toBe(asks(task, false))
  })
})

describe("a long text", () => {
  it("is routed by its beginning", () => {
    const log = "ok 1 it works as it should\n".repeat(20_000)
    expect(route({ ...situation, task: `Fix the login bug\n${log}improve src/x.ts` })).toEqual(
      route({ ...situation, task: `Fix the login bug\n${log}` }),
    )
  })
})
