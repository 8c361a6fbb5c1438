/** What the first line of a bridge says. */
const bridgeMark = "[WORKFLOW BRIDGE]"

export type Artifacts = { brief?: string; plan?: string; verificationPlan?: string }

const roles = {
  brief: "Brief. It is the source of truth for what is wanted:",
  plan: "Implementation plan. It is the sequence of the work:",
  verificationPlan: "Verification plan. It says what done means:",
} as const satisfies Record<keyof Artifacts, string>

/** The message that takes the brief and the plans into the work; null where there is nothing to take. */
export function bridge(artifacts: Artifacts): string | null {
  const texts = (Object.keys(roles) as (keyof Artifacts)[]).flatMap((name) => {
    const text = artifacts[name]?.trim() ?? ""
    return text === "" ? [] : [`${roles[name]}\n\n${text}`]
  })
  return texts.length === 0 ? null : [bridgeMark, ...texts].join("\n\n")
}
