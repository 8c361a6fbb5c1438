import type { Behaviour } from "./behaviour.ts"
import { type Reply, sceneOf } from "./mind.ts"
import { startModelServer } from "./model-server.ts"
import { readTalk, type Talk } from "./talk.ts"

/** What the server has seen of an agent. */
export type Seen = { requests: number; calls: number }

/** An agent that asks more often than this will not come to an end. */
export const mostRequests = 200

/** A server whose one model behaves so. Apart from failures of the server itself, the answer follows from the request. */
export async function startZooServer(behaviour: Behaviour, { workspace, model }: { workspace: string; model: string }) {
  const { task, habit, contextWindow = 32_768 } = behaviour
  const seen: Seen = { requests: 0, calls: 0 }
  const tooOften = new AbortController()
  const server = await startModelServer({
    model,
    contextWindow,
    answer(body) {
      const isWork = Array.isArray(body.tools) || readTalk(body, 0, task.words).form !== "none"
      if (isWork) seen.requests++
      if (seen.requests > mostRequests) tooOften.abort()
      const talk = readTalk(body, seen.requests, task.words)
      seen.calls = Math.max(seen.calls, talk.exchanges.flatMap(({ acts }) => acts).length)
      const reply = isWork ? habit(sceneOf(task, talk, workspace)) : aside(behaviour, talk)
      return { reply, form: talk.form }
    },
  })
  return { url: server.url, seen, got: server.got, tooOften: tooOften.signal, close: server.close }
}

/** What is asked for without tools: a plan, a title, a summary. It says what it knows, as well as it can. */
function aside({ task, habit }: Behaviour, talk: Talk): Reply {
  const scene = sceneOf(task, talk, "")
  const known = (task.facts ?? []).filter((fact) => talk.conversation.includes(fact))
  const failure = habit({ ...scene, well: { text: "" } })
  if (failure.refused) return failure
  return {
    text: [`The task: ${task.words}`, ...(known.length > 0 ? [`Found so far: ${known.join(", ")}`] : [])].join("\n"),
  }
}
