import type { SessionState } from "../../../src/index.ts"
import type { Stage } from "./stage.ts"

type ArtifactKind = keyof SessionState["branch"]["artifacts"]

/** The codes of the timeline, all of them, oldest first. */
export async function codes(scene: Stage): Promise<string[]> {
  return (await scene.events()).flatMap(({ type, data }) => {
    if (type === "turn.stopped") return data.decision?.reasonCode ?? []
    return type === "workflow.decided" || type === "workflow.noted" ? [data.reasonCode] : []
  })
}

/** The newest text of the brief or a plan. */
export async function artifact({ agent, state }: Stage, kind: ArtifactKind): Promise<string> {
  const { artifacts } = (await state()).branch
  const blob = artifacts[kind]?.blob
  return blob === undefined ? "" : Buffer.from(await agent.store.blob(blob)).toString("utf8")
}

/** The checks that ran, with what came of them, in order: `passed npm test`. */
export async function checks(scene: Stage): Promise<string[]> {
  const commands = new Map((await scene.of("tool.called")).map(({ data }) => [data.call, data.arguments.command]))
  return (await scene.of("tool.finished")).flatMap(({ data: { call, check } }) =>
    check ? [`${check.status} ${commands.get(call)}`] : [],
  )
}

export async function stops(scene: Stage): Promise<string[]> {
  return (await scene.of("turn.stopped")).map(({ data }) => data.code)
}
