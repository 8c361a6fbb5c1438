import { join } from "node:path"
import { lastingRule } from "../../permissions/call.ts"
import type { Rule } from "../../permissions/rules/rule.ts"
import { addRule } from "../../permissions/rules/rule-writing.ts"
import { type Event, isKnown } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"
import { readArguments } from "../../tools/arguments/tool-arguments.ts"
import { orFailed } from "../../tools/failure.ts"
import { tools } from "../../tools/tool-set.ts"
import { placesOf } from "../configuration/places.ts"

/** The call that is asked for, and the seq of that ask. */
type Lasting = {
  store: Store
  directory: string
  configuration: string
  session: string
  call: string
  asked: number
}

/**
 * The rule that an approval for always creates, to be written once the approval is in the log; undefined where no
 * rule can say it.
 */
export async function lastingRuleOf(
  of: Lasting,
): Promise<{ rule: Rule; file: string; write(): Promise<void> } | undefined> {
  const { store, directory, configuration, session } = of
  const { log } = await store.state(session)
  const called = await calledBefore(of)
  const tool = tools.find(({ name }) => name === called?.data.name)
  if (!called || !tool) return undefined
  const read = readArguments(tool, called.data.arguments)
  if ("status" in read) return undefined
  const context = { workspace: log.workspace, ...placesOf({ directory, configuration, project: log.project, session }) }
  const access = await orFailed(async () => tool.access(read.arguments, context))
  if ("status" in access) return undefined
  const rule = lastingRule({ tool: tool.name, access })
  if (!rule) return undefined
  const file = join(configuration, "permissions.json")
  return { rule, file, write: () => addRule(file, "allow", rule) }
}

// Not among the open calls: an answer repeated after a crash finds the call settled.
async function calledBefore({ store, session, call, asked }: Lasting): Promise<Event<"tool.called"> | undefined> {
  for await (const event of store.read(session, { before: asked, reverse: true })) {
    if (!isKnown(event)) continue
    if (event.type === "turn.started") return undefined
    if (event.type === "tool.called" && event.data.call === call) return event
  }
  return undefined
}
