import type { ArtifactKind } from "../../session/event/workflow.ts"
import type { Event, ForeignEvent } from "../../session/event.ts"
import { isKnown } from "../../session/event.ts"

/** One version of a brief or a plan: who wrote it, and where its text is. */
export type ArtifactVersion = {
  artifact: ArtifactKind
  version: number
  blob: string
  seq: number
  at: string
  /** The name of the person who wrote it; null where the agent did. */
  by: string | null
  summary: string | null
}

export const artifactKinds = ["brief", "plan", "verification-plan"] as const satisfies readonly ArtifactKind[]

/** Every version that belongs to the task at hand, oldest first: what was written for another task is left out. */
export function artifactVersions(events: Iterable<Event | ForeignEvent>): ArtifactVersion[] {
  let versions: ArtifactVersion[] = []
  for (const event of events) {
    if (!isKnown(event)) continue
    const { seq, at } = event
    if (event.type === "done.defined" || (event.type === "turn.started" && event.data.done)) versions = []
    if (event.type === "workflow.artifact-written") {
      const { artifact, version, body, summary = null } = event.data
      versions.push({ artifact, version, blob: body.blob, seq, at, by: null, summary })
    }
    if (event.type === "workflow.artifact-edited") {
      const { artifact, from, body } = event.data
      versions.push({ artifact, version: from + 1, blob: body.blob, seq, at, by: event.by.name, summary: null })
    }
  }
  return versions
}

/** The two newest versions of an artifact: what a diff is made of. Null where there is only one. */
export function newestTwo(
  versions: readonly ArtifactVersion[],
  artifact: ArtifactKind,
): readonly [before: ArtifactVersion, after: ArtifactVersion] | null {
  const [before, after] = versions.filter((version) => version.artifact === artifact).slice(-2)
  return before && after ? [before, after] : null
}
