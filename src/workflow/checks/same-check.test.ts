import { describe, expect, it } from "vitest"
import { checkKeys, isCheck } from "./same-check.ts"

const manifest = (scripts: Record<string, string>) => ({
  files: new Set(["package.json"]),
  texts: new Map([["package.json", JSON.stringify({ scripts })]]),
  available: new Set<string>(),
})

describe("two spellings of one check", () => {
  it.each([
    ["pytest", "python3 -m pytest -q"],
    ["pytest", "pytest ."],
    ["pytest", ".venv/bin/pytest -vv --tb=short"],
    ["pytest", "uv run pytest"],
    ["pytest", "CI=1 timeout 60 pytest -q"],
    ["pytest", "PYTHONPATH=src pytest"],
    ["pytest", "source .venv/bin/activate && pytest"],
    ["npm test", "export CI=1 && NODE_ENV=test npm test"],
    ["SLOW=1 npm test", "SLOW=1 npm test --silent"],
    ["npm test", "npm run test"],
    ["npm test", "npm test --silent"],
    ["npm test", "echo start && npm test"],
    ["cd pkg && npm test", "cd pkg; npm test"],
    ["node --test", "node --test --test-reporter=spec"],
    ["cargo test", "cargo test -q"],
    ["cargo test", "cargo test -- --nocapture"],
    ["go test ./...", "go test -v -count=1 ./..."],
    ["pytest", "pytest -x --maxfail=1"],
    ["npm test", "npm run -s test"],
    ["npm test", "npm t"],
    ["cd 'my pkg' && npm test", "cd 'my pkg' && npm test"],
    ["node_modules/.bin/tsc --noEmit", "npx tsc --noEmit"],
    ["npm test", "bash -lc 'npm test'"],
    ["npm test", "npm test || exit 1"],
    ["npm test", "if npm test; then echo good; else exit 1; fi"],
    ["npm test", "set -e; npm test; echo passed"],
    ["npm test", "set -o pipefail; npm test 2>&1 | tail -5"],
    ["pytest tests/test_{a,b}.py", "pytest tests/test_a.py tests/test_b.py"],
  ])("%s is %s", (check, run) => {
    expect(isCheck(checkKeys(run), check)).toBe(true)
  })

  it.each([
    ["pytest", "QUICK=1 pytest"],
    ["pytest", "env QUICK=1 pytest"],
    ["pytest", "QUICK=$QUICK pytest"],
    ["pytest", "export QUICK=1 && pytest"],
    ["pytest", "QUICK=1; export QUICK; pytest"],
    ["pytest", "PYTHONPATH=/tmp/other pytest"],
    ["pytest", "source other.sh && pytest"],
    ["pytest", ". ./other.sh; pytest"],
    ["pytest", "env -C other pytest"],
    ["pytest", "env --chdir=other pytest"],
    ["pytest", "uv run --directory=other pytest"],
    ["SLOW=1 npm test", "npm test"],
    ["pytest", "pytest tests/test_a.py"],
    ["pytest", "pytest -k adds"],
    ["pytest", "cd sub && pytest"],
    ["pytest", "cd .. && pytest"],
    ["pytest", "eval 'cd sub'; pytest"],
    ["pytest tests/test_[ab].py", "pytest tests/test_[cd].py"],
    ["[[ -f a ]]", "[[ -f b ]]"],
    ["false | tail -3", "pytest | tail -3"],
    ["npm test", "exit 0; npm test"],
    ["npm test", "npm test | tee log; set -o pipefail"],
    ["pytest", "pytest; true"],
    ["pytest", "pytest | tail -3"],
    ["pytest", "pytest || true"],
    ["npm test", "npm run test:unit"],
    ["npm test", "npm test -- --testNamePattern=x"],
    ["npm test", "echo npm test"],
    ["npm test", "npm test one.test.js"],
    ["pnpm test", "pnpm test one.test.js"],
    ["npm test", "npm test -w pkg"],
    ["npm test", "npm test --prefix other"],
    ["npm test", "npm test -v"],
    ["npm test", "npm test -- -v"],
    ["make test", "make test -v"],
    ["node --test", "node -v --test"],
    ["npx tsc --noEmit", "tsc --noEmit -v"],
    ["pytest", "pushd sub && pytest"],
    ["pytest", "cd sub || exit 1; pytest"],
    ["pytest", "if cd sub; then true; fi; pytest"],
    ["pytest", "cd - && pytest"],
    ["pytest", "cd && pytest"],
    ["node --test", "node --test only.test.js"],
  ])("%s is not %s", (check, run) => {
    expect(isCheck(checkKeys(run), check)).toBe(false)
  })

  it("knows where a run took place", () => {
    expect(isCheck(checkKeys("npm test", "pkg"), "cd pkg && npm test")).toBe(true)
    expect(isCheck(checkKeys("npm test", "pkg"), "npm test")).toBe(false)
    expect(isCheck(checkKeys("cd .. && npm test", "pkg"), "npm test")).toBe(true)
    expect(isCheck(checkKeys("(cd pkg && ls); npm test"), "npm test")).toBe(true)
  })

  it("takes what a script runs for the script, unless more comes with it", () => {
    expect(isCheck(checkKeys("npx jest"), "npm test", manifest({ test: "jest" }))).toBe(true)
    expect(isCheck(checkKeys("npx jest"), "npm test", manifest({ test: "eslint . && jest" }))).toBe(false)
    expect(isCheck(checkKeys("npx eslint . && npx jest"), "npm test", manifest({ test: "eslint . && jest" }))).toBe(
      true,
    )
    expect(isCheck(checkKeys("jest"), "npm test", manifest({ test: "jest", pretest: "tsc" }))).toBe(false)
  })
})
