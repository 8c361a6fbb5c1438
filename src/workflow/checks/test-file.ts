import { isTestFile as isKnownTest } from "../project/project.ts"

const directories: ReadonlySet<string> = new Set(["test", "tests", "__tests__", "spec", "specs", "e2e"])

const data: ReadonlySet<string> = new Set(
  "testdata test-data fixtures __fixtures__ __mocks__ __snapshots__ snapshots golden goldens cassettes".split(" "),
)

/** Whether a file holds what tests expect or are given, by where it is. */
export function isTestData(path: string): boolean {
  return path.split("/").some((segment, at, all) => at < all.length - 1 && data.has(segment))
}

/** Whether a file is a test, by its name or where it is. */
export function isTestFile(path: string): boolean {
  const segments = path.replaceAll("\\", "/").split("/")
  const name = segments.pop() ?? ""
  if (segments.some((segment) => directories.has(segment)) || isKnownTest(path)) return true
  return /^test_|^tests?\.[a-z]+$|_test\.|[._-](?:test|spec)\./i.test(name)
}
