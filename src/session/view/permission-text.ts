import type { Permission } from "../state.ts"

/** The rules that a session has recorded and whether it can ask you, a line each; nothing where there is nothing to say. */
export function permissionLines({ prompting, ruleCounts, rulesSource }: Permission): string[] {
  const kinds = (["deny", "ask", "allow"] as const).filter((kind) => ruleCounts[kind] > 0)
  const counts = kinds.map((kind) => `${ruleCounts[kind]} ${kind}`).join(", ") || "none"
  return [
    ...(rulesSource === null ? [] : [`${counts}, from ${rulesSource}`]),
    ...(prompting ? [] : ["You are not asked: what needs your approval is denied"]),
  ]
}
