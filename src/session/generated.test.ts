import { describe, expect, it } from "vitest"
import { isGenerated } from "./generated.ts"

describe("a generated path", () => {
  it.each([
    "__pycache__/a.cpython-312.pyc",
    "src/app/__pycache__/a.pyc",
    "tests/.pytest_cache/v/cache/lastfailed",
    "node_modules/left-pad/index.js",
    "node_modules",
    "packages/web/dist/index.js",
    "dist/",
    "target/debug/app",
    "coverage/lcov.info",
    ".coverage",
    ".coverage.host.123",
    "web/tsconfig.tsbuildinfo",
    "App/bin/Debug/net8.0/App.dll",
    "App/obj/project.assets.json",
    "notes.egg-info/PKG-INFO",
    "Hello.class",
    ".DS_Store",
  ])("%s is a cache or build output", (path) => expect(isGenerated(path)).toBe(true))

  it.each([
    "src/target/index.ts",
    "src/deep/coverage/report.ts",
    "lib/dist/arrays.js",
    "dist",
    "target",
    "build/index.js",
    "out/result.txt",
    "bin/run.sh",
    "vendor/a.go",
    "obj/model.obj",
    ".o",
    ".env",
    "package-lock.json",
    "distribution/a.ts",
  ])("%s may be the work of a person", (path) => expect(isGenerated(path)).toBe(false))
})
