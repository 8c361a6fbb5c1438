import { readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { artifactText, currentArtifact, putArtifact } from "../../agent/sessions/artifact.ts"
import { plain } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { ArtifactKind } from "../../session/event/workflow.ts"
import type { SessionState } from "../../session/state.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { hunksOf } from "../../tools/files/file-diff.ts"
import { type ArtifactVersion, artifactKinds, newestTwo } from "../../workflow/explain/artifact-versions.ts"
import type { Terminal } from "../terminal.ts"

type ArtifactSource = { store: Store; row: SessionRow; state: SessionState }

/** The diff of an artifact's two newest versions. */
export type ArtifactDiff = {
  artifact: ArtifactKind
  from: number
  to: number
  by: string | null
  added: number
  removed: number
  lines: string[]
}

export async function artifactDiffs(store: Store, versions: readonly ArtifactVersion[]): Promise<ArtifactDiff[]> {
  const pairs = artifactKinds.flatMap((kind) => {
    const pair = newestTwo(versions, kind)
    return pair ? [pair] : []
  })
  return Promise.all(
    pairs.map(async ([before, after]) => {
      const [old, now] = await Promise.all([store.blob(before.blob), store.blob(after.blob)])
      const { added, removed, lines } = hunksOf(old, now) ?? { added: 0, removed: 0, lines: [] }
      return { artifact: after.artifact, from: before.version, to: after.version, by: after.by, added, removed, lines }
    }),
  )
}

/** Prints the newest text of an artifact, unchanged if the output is not a terminal. */
export async function showArtifact(
  { store, row, state }: ArtifactSource,
  kind: ArtifactKind,
  terminal: Terminal,
): Promise<void> {
  const { version, edited } = currentArtifact(state, kind)
  const body = (await artifactText({ store, state }, kind)) ?? ""
  if (terminal.json) return terminal.printJson({ session: row.id, artifact: kind, version, edited, text: body })
  await terminal.write(`${(terminal.width === undefined ? body : plain(body)).trimEnd()}\n`)
  const id = shortId(row.id)
  terminal.note(
    `Version ${version}. To change it: holdfast workflow ${id} --edit ${kind} --file FILE --from ${version}`,
  )
}

/** Appends a user's version of an artifact, which the workflow then follows. */
export async function editArtifact(
  { store, row, state }: ArtifactSource,
  kind: ArtifactKind,
  { file, from }: { file: string; from: number | undefined },
  terminal: Terminal,
): Promise<void> {
  const id = shortId(row.id)
  const current = currentArtifact(state, kind)
  const written = file === "-" ? await text(process.stdin) : readText(file)
  if (written.trim() === "") throw new HoldfastError("invalid", `${file} is empty. The ${kind} was not changed.`)
  const { version, changed } = await putArtifact({ store, state }, kind, {
    text: written,
    from: from ?? current.version,
  }).catch((error: unknown) => {
    throw isHoldfastError(error) && error.code === "behind" ? stale(kind, from ?? current.version, id, error) : error
  })
  if (terminal.json) return terminal.printJson({ session: row.id, artifact: kind, version, changed })
  if (!changed) return terminal.print(`The ${kind} is the same already: it stays at version ${version}.`)
  await terminal.print(`The ${kind} is now your version ${version}.`, `${followed(state)}${id}`)
}

function followed({ log }: SessionState): string {
  return log.turn ? "The turn uses it from its next step on: holdfast resume " : "Resume to use it: holdfast resume "
}

function stale(kind: ArtifactKind, from: number, id: string, cause: HoldfastError): HoldfastError {
  const look = `holdfast workflow ${id} --show ${kind}`
  return new HoldfastError(
    "behind",
    `The ${kind} changed since version ${from}, so yours was not saved. Review it with '${look}', merge your changes, and pass its version as --from.`,
    { cause, details: cause.details },
  )
}

function readText(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const why = error instanceof TypeError ? "it is not UTF-8 text" : (error as Error).message
    throw new HoldfastError("invalid", `${file} cannot be read: ${why}.`, { cause: error })
  }
}
