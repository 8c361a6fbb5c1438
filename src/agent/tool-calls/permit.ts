import { type Analysis, analyseCommand } from "../../permissions/analyse-command.ts"
import type { Call } from "../../permissions/call.ts"
import { lastingRule, subjectOf } from "../../permissions/call.ts"
import { confinesCommands } from "../../permissions/confinement.ts"
import { type Decision, decidePermission } from "../../permissions/decision.ts"
import { explainPermission } from "../../permissions/explain-permission.ts"
import type { Rule } from "../../permissions/rules/rule.ts"
import { readRules } from "../../permissions/rules/rules.ts"
import type { Access, SandboxUse } from "../../session/accessed-path.ts"
import type { OpenTool, SessionState } from "../../session/state.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import { entriesOf } from "../../tools/files/entries.ts"
import { realPath } from "../../tools/files/workspace-path.ts"
import { policyPlaces } from "../configuration/places.ts"

/** Where the rules are, and who may be asked. */
export type Permissions = {
  project: string
  userFile: string
  projectFile: string
  trusted(hash: string): boolean
  home: string
  /** No person will answer: what would be asked is denied. */
  noAsk: boolean
  /** The foreign part of the log: what was allowed in it is void here. */
  foreignThrough: number
  /** Whether commands run in a sandbox, which takes a process to find out; without it they do not. */
  sandbox?: () => Promise<SandboxUse>
}

export type Verdict = Decision & {
  subject: string
  /** The rule that an answer for always would write. */
  lasting?: Rule
  details: string
  changesFiles: boolean
  /** What a command names of what it may change. */
  paths: readonly string[]
  /** The parts of a command that run on their own. */
  segments: Analysis["segments"]
}

type PermissionContext = { permissions: Permissions; workspace: string; protectedPaths: readonly string[] }

type Question = {
  call: Pick<OpenTool, "call" | "name" | "argumentsHash">
  arguments: Record<string, unknown>
  access: Access
}

/** Whether a call may run now, by the rules, the mode and the answers of a person. */
export async function permit(
  { call: { call, name, argumentsHash }, arguments: args, access }: Question,
  { state, permissions, workspace, protectedPaths }: PermissionContext & { state: SessionState },
): Promise<Verdict> {
  const { permission, grants } = permissionsHere(state, permissions.foreignThrough)
  const analysis = await analysisOf(access, { permissions, workspace, protectedPaths })
  const asked: Call = { tool: name, arguments: args, access, ...(analysis ? { analysis } : {}) }
  const { rules } = readRules(permissions)
  const forSession = grants.flatMap(({ tool, subject, scope }) =>
    tool !== null && subject !== null && scope !== "once" ? [{ tool, subject }] : [],
  )
  const sandboxOf = () => (access.kind === "command" ? permissions.sandbox?.() : undefined)
  const use = confinesCommands(permission.mode) ? await sandboxOf() : undefined
  const decision = decidePermission({
    ...asked,
    mode: permission.mode,
    rules,
    grants: forSession,
    use,
    project: permissions.project,
  })
  const subject = subjectOf(asked)
  const lasting = lastingRule(asked)
  // Law: privilege. An approval is bound to one call, its arguments and what they led to when it was shown, and reaches
  // no further than an ask would.
  const approved = grants.some(
    (grant) => grant.call === call && grant.argumentsHash === argumentsHash && grant.subject === subject,
  )
  const outcome = decision.outcome === "ask" && approved ? "allow" : decision.outcome
  const shown = outcome === "ask" ? (use ?? (await sandboxOf())) : use
  return {
    ...decision,
    outcome,
    subject,
    ...(lasting ? { lasting } : {}),
    details: explainPermission(asked, decision, permission.mode, shown),
    changesFiles: analysis?.class !== "read-only",
    paths: analysis?.paths ?? [],
    segments: analysis?.segments ?? [],
  }
}

/** What a command would do, judged by where its paths really lead; nothing for what is no command. */
async function analysisOf(
  access: Access,
  { permissions, workspace, protectedPaths }: PermissionContext,
): Promise<Analysis | undefined> {
  if (access.kind !== "command") return undefined
  return analyseCommand(access.command, {
    workspace,
    project: permissions.project,
    home: permissions.home,
    protected: [...protectedPaths, ...policyPlaces({ projectFile: permissions.projectFile, workspace })],
    cwd: access.cwd.path,
    real: realPath,
    entries: entriesOf,
  })
}
