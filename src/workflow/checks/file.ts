import type { Strength } from "../../session/event/common.ts"
import { parserOf } from "../project/parser.ts"
import type { ProjectFacts } from "../project/project.ts"
import { quotePath } from "../project/quote.ts"

/** What shows that one file is as it should be, apart from the commands of its project. */
export type FileCheck = { command: string | null; strength: Strength; reason: string | null }

/** `node --check` refuses what a bundler or a browser takes: like a compiler, it only speaks where nobody else does. */
const doubtful = /\.(?:js|c|cc|cpp)$/i

/** The check of a touched file by itself. `covered`: a command of a project covers it. `compiling`: the task asks for that. */
export function fileCheck(
  touched: { path: string; hash: string | null },
  { covered, compiling }: { covered: boolean; compiling: boolean },
  facts: ProjectFacts,
): FileCheck {
  const { path } = touched
  const quoted = quotePath(path)
  if (touched.hash === null)
    return { command: `test ! -e ${quoted} && test ! -L ${quoted}`, strength: "exists", reason: null }
  const parser = covered && doubtful.test(path) ? null : parserOf(path, facts, { compiling })
  if (parser && "command" in parser) return { command: parser.command, strength: parser.strength, reason: null }
  const reason =
    parser && !covered ? `${path} could not be parsed: ${parser.missing.join(", ")} would be needed.` : null
  return { command: covered ? null : `test -e ${quoted}`, strength: "exists", reason }
}
