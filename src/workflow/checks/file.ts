import type { Strength } from "../../session/event/common.ts"
import { parserOf } from "../project/parser.ts"
import type { ProjectFacts } from "../project/project.ts"
import { quotePath } from "../project/quote.ts"

/** What shows that one file is as it should be, apart from the commands of its project. */
export type FileCheck = { command: string | null; strength: Strength; reason: string | null }

/** `node --check` refuses what a bundler or a browser takes: it only speaks where nobody else does. */
const doubtful = /\.js$/i

/** The check of a touched file by itself. `covered` says whether a command of a project covers it. */
export function fileCheck(
  touched: { path: string; hash: string | null },
  covered: boolean,
  facts: ProjectFacts,
): FileCheck {
  const { path } = touched
  const quoted = quotePath(path)
  if (touched.hash === null)
    return { command: `test ! -e ${quoted} && test ! -L ${quoted}`, strength: "exists", reason: null }
  const parser = covered && doubtful.test(path) ? null : parserOf(path, facts)
  if (parser && "command" in parser) return { command: parser.command, strength: "parses", reason: null }
  const reason =
    parser && !covered ? `${path} could not be parsed: ${parser.missing.join(", ")} would be needed.` : null
  return { command: covered ? null : `test -e ${quoted}`, strength: "exists", reason }
}
