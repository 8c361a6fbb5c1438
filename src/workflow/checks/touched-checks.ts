import { isGenerated, isInstalled } from "../../session/generated.ts"
import type { NetChange } from "../../session/view/acts.ts"
import { isReadMarker, type ProjectFacts } from "../project/project.ts"
import { checkScripts } from "./check-scripts.ts"
import { type FileText, isConfiguration, isReconfigured } from "./configuration.ts"
import { isTestData, isTestFile } from "./test-file.ts"

/**
 * The existing tests with their data, what configures the checks, and installed packages, that the work changed or deleted: a check that passes then proves less
 * than it did. New tests are ordinary work; a renamed one is the same test.
 */
export function touchedChecks(
  net: readonly NetChange[],
  { texts, facts }: { texts: readonly FileText[]; facts: ProjectFacts },
): string[] {
  const created = net.filter(({ before }) => before === null)
  const isMoved = ({ path, before, after }: NetChange) =>
    after === null && created.some((other) => other.after === before && isSameTest(path, other.path))
  const markers = new Map([...facts.texts, ...texts.map(({ path, before }) => [path, before ?? ""] as const)])
  const scripts = checkScripts(markers)
  return net.flatMap((change) => {
    const { path, before, kind } = change
    const text = texts.find((each) => each.path === path)
    if ((kind !== undefined && kind !== "link") || isMoved(change)) return []
    const touched =
      isInstalled(path) ||
      (before === null
        ? isConfiguration(path) && hadChecks(net, facts) && isReconfigured(text ?? unread(path))
        : isTestFile(path) ||
          isTestData(path) ||
          scripts.has(path) ||
          (isConfiguration(path) && isReconfigured(text ?? unread(path))) ||
          (inlineTests.test(path) && testsIn(text?.before) !== testsIn(text?.after)))
    return touched ? [path] : []
  })
}

/** What is known of the project with these files as they were before the work. */
export function originalProject(
  facts: ProjectFacts,
  touched: readonly string[],
  texts: readonly FileText[],
): ProjectFacts {
  const files = new Set(facts.files)
  const markers = new Map(facts.texts)
  for (const { path, before } of texts.filter((text) => touched.includes(text.path))) {
    if (before === null) {
      files.delete(path)
      markers.delete(path)
    } else {
      files.add(path)
      if (before !== undefined && isReadMarker(path.slice(path.lastIndexOf("/") + 1))) markers.set(path, before)
    }
  }
  return { ...facts, files, texts: markers }
}

const unread = (path: string): FileText => ({ path, before: undefined, after: undefined })

/** Whether a test that was moved is still found by what runs tests: `add.test.js.bak` and `old/add.js` are not. */
function isSameTest(from: string, to: string): boolean {
  const [name, moved] = [nameOf(from), nameOf(to)]
  return (
    isTestFile(to) && !isLeftOut(to) && endingOf(name) === endingOf(moved) && isTestFile(name) === isTestFile(moved)
  )
}

/** Where test runners do not look. */
const isLeftOut = (path: string) =>
  isGenerated(path) || path.split("/").some((segment, at, all) => at < all.length - 1 && leftOut.test(segment))
const leftOut = /^(?:\..*|build|out|vendor|tmp|temp)$/

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)
const endingOf = (name: string) => name.slice(name.lastIndexOf(".") + 1)

/** Languages that keep tests beside the code, in the same file. */
const inlineTests = /\.rs$/

function testsIn(text: string | null | undefined): string {
  if (typeof text !== "string") return ""
  const start = text.search(/#\[cfg\(test\)\]|#\[test\]/)
  return start === -1 ? "" : text.slice(start).trim()
}

/** Where nothing was checked before the work, a new configuration changes nothing. */
function hadChecks(net: readonly NetChange[], facts: ProjectFacts): boolean {
  const created = new Set(net.filter(({ before }) => before === null).map(({ path }) => path))
  const older = [...facts.files].filter((path) => !created.has(path) && !path.endsWith("/"))
  return older.some((path) => isTestFile(path) || isReadMarker(nameOf(path)))
}
