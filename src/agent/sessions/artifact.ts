import { shortId } from "../../base/short-id.ts"
import { HoldfastError } from "../../session/error.ts"
import type { ArtifactKind } from "../../session/event/workflow.ts"
import type { Actor, NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"
import { artifactKinds } from "../../workflow/explain/artifact-versions.ts"

type Reading = { store: Pick<Store, "blob">; state: SessionState }

/** The newest text of the brief or a plan; null where none was written for this task. */
export async function artifactText({ store, state }: Reading, kind: ArtifactKind): Promise<string | null> {
  const artifact = state.branch.artifacts[kind]
  return artifact ? Buffer.from(await store.blob(artifact.blob)).toString("utf8") : null
}

/** All of them, by the names that the workflow has for them. */
export async function artifactTexts(reading: Reading): Promise<{
  brief: string | null
  plan: string | null
  verificationPlan: string | null
}> {
  const [brief, plan, verificationPlan] = await Promise.all(
    (["brief", "plan", "verification-plan"] as const).map((kind) => artifactText(reading, kind)),
  )
  return { brief: brief ?? null, plan: plan ?? null, verificationPlan: verificationPlan ?? null }
}

/** The next version of an artifact, as an event. */
export async function artifactWritten(
  { store, state }: { store: Store; state: SessionState },
  artifact: ArtifactKind,
  { text, summary }: { text: string; summary: string },
): Promise<NewEvent> {
  const body = await store.putBlob(Buffer.from(text, "utf8"), "text/markdown")
  const version = (state.branch.artifacts[artifact]?.version ?? 0) + 1
  return { type: "workflow.artifact-written", data: { artifact, version, body, summary } }
}

/** The newest version of an artifact. `not-found` where none was written for this task. */
export function currentArtifact({ id, branch }: SessionState, kind: ArtifactKind) {
  const artifact = branch.artifacts[kind]
  if (artifact) return artifact
  const others = artifactKinds.filter((other) => branch.artifacts[other])
  const hint = others.length > 0 ? ` There is: ${others.join(", ")}.` : ""
  throw new HoldfastError(
    "not-found",
    `Session ${shortId(id)} has no ${kind} for its task.${hint} Clear tasks need none; 'holdfast workflow' says why.`,
  )
}

/** A person's version of an artifact, and the one that they saw. */
export type ArtifactEdit = { text: string; from: number; by?: Actor | undefined; key?: string | undefined }

/** Puts a person's version of an artifact into the log, unless it says the same already. `behind` if another came before. */
export async function putArtifact(
  { store, state }: { store: Store; state: SessionState },
  kind: ArtifactKind,
  { text, from, by, key }: ArtifactEdit,
): Promise<{ seq: number; version: number; changed: boolean }> {
  const current = currentArtifact(state, kind)
  const same = text === (await artifactText({ store, state }, kind))
  if (same && from === current.version) return { seq: state.seq, version: current.version, changed: false }
  const body = await store.putBlob(Buffer.from(text, "utf8"), "text/markdown")
  const data = { artifact: kind, from, body }
  const event: NewEvent = { type: "workflow.artifact-edited", data, ...(by ? { by } : {}) }
  const { seq } = await store.append(state.id, [event], "intent", key === undefined ? {} : { key })
  return { seq, version: from + 1, changed: true }
}
