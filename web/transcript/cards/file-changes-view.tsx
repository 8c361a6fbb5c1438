import { useMemo } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { DiffView } from "../../diff/diff-view.tsx"
import { texts } from "../../texts.ts"
import { fileChanges } from "./file-changes.ts"
import { FileLink } from "./file-link.tsx"

/** The file changes of a call, as diffs. */
export function FileChangesView({ session, item }: { session: string; item: Item<"tool"> }) {
  const changes = useMemo(() => fileChanges(item), [item])
  const says = texts.cards
  if (changes.length === 0) return <p className="px-3 py-2 text-xs text-ink-faint">{says.tool.noChanges}</p>
  return changes.map(({ path, rows, added, removed, isRefused }) => (
    <div key={path} className="border-b border-line last:border-b-0">
      <div className="flex items-center gap-2 px-3 py-1.5">
        <FileLink session={session} path={path} className="min-w-0 grow truncate" />
        {isRefused ? (
          <span className="shrink-0 text-xs text-ink-faint">{says.diff.notWritten}</span>
        ) : (
          <>
            <span className="shrink-0 font-mono text-xs text-good" title={says.diff.added(added)}>
              +{added}
            </span>
            <span className="shrink-0 font-mono text-xs text-bad" title={says.diff.removed(removed)}>
              −{removed}
            </span>
          </>
        )}
      </div>
      {rows.length > 0 && (
        <div className="max-h-96 overflow-y-auto border-t border-line">
          <DiffView
            rows={rows}
            label={isRefused ? says.diff.notWrittenName(path) : says.diff.name(path)}
            tint={isRefused ? "none" : "change"}
          />
        </div>
      )}
    </div>
  ))
}
