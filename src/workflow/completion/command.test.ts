import { describe, expect, it } from "vitest"
import { acts, looksOnly } from "./command.ts"

describe("a command", () => {
  const rows: [string, "acts" | "looks" | "checks"][] = [
    ["ls -la && cat a.ts", "looks"],
    ["echo done", "looks"],
    ["git status", "looks"],
    ["cd src; grep -r x . | head", "looks"],
    ["echo x > a.txt", "acts"],
    ["git commit -m 'x'", "acts"],
    ["mkdir -p build", "acts"],
    ["cd src && npm install", "acts"],
    ["npm test", "checks"],
    ["npx eslint .", "checks"],
  ]
  it.each(rows)("%s: %s", (command, what) => {
    expect(looksOnly(command) ? "looks" : acts(command) ? "acts" : "checks").toBe(what)
  })
})
