import type { ArtifactKind } from "../session/event/workflow.ts"
import type { NewEvent } from "../session/event.ts"
import type { SessionState } from "../session/state.ts"
import type { Store } from "../store/contract.ts"

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
