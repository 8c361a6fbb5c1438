const byPerson = { before: "Denied by the person: ", after: ". Find another way, or ask the person." } as const

/** What the model is told of a call that a person denied. What they gave as the reason is found in it again. */
export function deniedByPerson(reason: string): string {
  return `${byPerson.before}${reason}${byPerson.after}`
}

/** Why a person denied a call, in their words; null where it was not a person who did, or they said nothing. */
export function reasonOfPerson(text: string): string | null {
  const isTheirs = text.startsWith(byPerson.before) && text.endsWith(byPerson.after)
  return isTheirs ? text.slice(byPerson.before.length, -byPerson.after.length) : null
}
