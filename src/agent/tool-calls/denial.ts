const advice = ". Find another way, or ask the person."

/** The result that the model gets for a call that was denied. */
export function deniedBecause(reason: string): string {
  return `Denied: ${reason}${advice}`
}

/** Why a rule, a mode or a missing person denied a call, without what is said to the model only; null for other texts. */
export function denialReason(text: string): string | null {
  return text.startsWith("Denied: ") && text.endsWith(advice) ? text.slice("Denied: ".length, -advice.length) : null
}

/** The reason where a person gave none. */
export const personSaidNo = "The person said no"

const byPerson = { before: "Denied by the person: ", after: advice } as const

/** The result of a call that a person denied, for the model. The reason that they gave can be read back from it. */
export function deniedByPerson(reason: string): string {
  return `${byPerson.before}${reason}${byPerson.after}`
}

/** Why a person denied a call, in their words; null where it was not a person who did, or they said nothing. */
export function reasonOfPerson(text: string): string | null {
  const isTheirs = text.startsWith(byPerson.before) && text.endsWith(byPerson.after)
  return isTheirs ? text.slice(byPerson.before.length, -byPerson.after.length) : null
}
