import { describe, expect, it } from "vitest"
import { acts, endsRunning, leavesRunning, looksOnly, mayChangeTests } from "./command.ts"

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
    ["npm test 2>&1 | tail -5", "checks"],
    ["env rm add.js", "acts"],
    ["timeout 5 rm add.js", "acts"],
    ["npm test && rm add.js", "acts"],
    ["echo $(rm -v add.js)", "acts"],
    ['echo "$(git status) `rm a`"', "acts"],
    ["echo $(cat a) $((1 + 2))", "looks"],
    ["echo hello 1> add.js", "acts"],
    ["echo hello &> add.js", "acts"],
    ["ls missing 2>/dev/null >&2", "looks"],
    ["sleep 1 & rm x", "acts"],
    ["find . -name '*.js' -delete", "acts"],
    ["find . -name '*.js' -exec rm {} +", "acts"],
    ["find . -name '*.js' -exec grep -l add {} +", "looks"],
    ["find . -name '*.js' | xargs rm", "acts"],
    ["find . -name '*.js' | xargs -n 1 wc -l", "looks"],
    ["bash -c 'rm x'", "acts"],
    ["bash -c 'ls; cat x'", "looks"],
    ["awk '{ print $1 }' a", "looks"],
    ["awk '{ print > \"b\" }' a", "acts"],
    ["sed -n '1,20p' a.js", "looks"],
    ["sed -i s/a/b/ a.js", "acts"],
    ["for f in *.js; do cat $f; done", "looks"],
    ["for f in *.js; do rm $f; done", "acts"],
    ["if grep -q x a; then echo yes; fi", "looks"],
    ["npx eslint --fix .", "acts"],
    ["vitest run -u", "acts"],
    ["$TOOL add.js", "acts"],
    ["cat 'open", "acts"],
    ["node --version", "looks"],
  ]
  it.each(rows)("%s: %s", (command, what) => {
    expect(looksOnly(command) ? "looks" : acts(command) ? "acts" : "checks").toBe(what)
  })
})

describe("a command that may change tests", () => {
  it.each([
    "rm test/add.test.js",
    "rm -rf tests",
    "sed -i s/test/test.skip/ test/add.test.js",
    "for f in test/*.js; do rm $f; done",
    "node -e \"require('fs').rmSync('test/add.test.js')\"",
    "echo > src/add.spec.ts",
  ])("is %s", (command) => expect(mayChangeTests(command)).toBe(true))

  it.each(["npm test", "npm install", "sed -i s/a/b/ src/latest.js", "cat test/add.test.js", "npm test && rm out.log"])(
    "is not %s",
    (command) => expect(mayChangeTests(command)).toBe(false),
  )
})

describe("a command that leaves something running", () => {
  it.each(["(sleep 4; rm x) >/dev/null 2>&1 &", "npm start & sleep 1; curl localhost"])("is %s", (command) =>
    expect(leavesRunning(command)).toBe(true),
  )
  it.each(["npm start & sleep 1; kill $!", "a & b & wait", "a && b", "npm test 2>&1"])("is not %s", (command) =>
    expect(leavesRunning(command)).toBe(false),
  )
  it("is ended by another one", () => expect(endsRunning("pkill -f server")).toBe(true))
})
