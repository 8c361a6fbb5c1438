import { shownPath } from "../../base/path-within.ts"
import type { FileChange } from "../../session/event/common.ts"
import { literalBreaksInAdded, literalBreaksInFile } from "../arguments/literal-line-breaks.ts"
import type { Result, ToolContext } from "../contract.ts"
import { hashOf, readContent } from "./file-content.ts"
import { hunksOf } from "./file-diff.ts"
import type { Conflict, FileIntent } from "./file-intent.ts"
import { decodeText, linesOf } from "./file-text.ts"

const diffLines = 120

/**
 * What came of an edit, for the model. Made from the intents and the disk alone, so that it reads the same whether the
 * process that drafted it lived or died.
 */
export async function editOutcome(
  intents: readonly FileIntent[],
  { changed, conflicts }: { changed: readonly FileChange[]; conflicts: readonly Conflict[] },
  context: Pick<ToolContext, "workspace" | "blob">,
): Promise<Result> {
  const texts = await Promise.all(
    changed.map((change) =>
      describe(change, intents.find(({ path }) => path === change.path)?.preImage?.blob, context),
    ),
  )
  if (intents.length === 0) texts.push("Nothing changed: the content is that already.")
  return {
    status: conflicts.length > 0 ? "error" : "ok",
    text: [...texts, ...conflicts.map(({ why }) => why)].join("\n"),
    seen: changed.flatMap(({ path, after }) => (after === null ? [] : [{ path, hash: after }])),
  }
}

async function describe(
  { path, before, after }: FileChange,
  preImage: string | undefined,
  { workspace, blob }: Pick<ToolContext, "workspace" | "blob">,
): Promise<string> {
  const shown = shownPath(workspace, path)
  if (after === null) return `Deleted ${shown}.`
  const now = await readContent(path)
  const bytes = now && hashOf(now.bytes) === after ? now.bytes : undefined
  if (before === null || preImage === undefined) {
    const text = bytes && decodeText(bytes)
    if (!text) return `Created ${shown}.`
    return joined([`Created ${shown} (${linesOf(text.text).length} lines).`, literalBreaksInFile(text.text)])
  }
  const hunks = bytes && hunksOf(await blob(preImage), bytes)
  if (!hunks) return `Changed ${shown}.`
  const { lines, added, removed } = hunks
  const more = lines.length > diffLines ? [`... ${lines.length - diffLines} more lines of the diff`] : []
  const note =
    literalBreaksInFile(decodeText(bytes)?.text ?? "") ??
    literalBreaksInAdded(lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1)))
  return joined([`Changed ${shown} (+${added} -${removed}).`, ...lines.slice(0, diffLines), ...more, note])
}

function joined(lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n")
}
