/** What is kept of a session beside its log, in settings. It goes with the session. */
const kinds = ["draft", "read", "trouble"] as const

export type SessionSettingKind = (typeof kinds)[number]

/** The key of the setting that keeps something of a session beside its log. */
export function sessionSettingKey(kind: SessionSettingKind, session: string): string {
  return `${kind}:${session}`
}

/** The keys of all that is kept of a session beside its log. */
export function sessionSettingKeys(session: string): string[] {
  return kinds.map((kind) => sessionSettingKey(kind, session))
}

/** The session that a setting is kept of, if it is of one. */
export function sessionOfSetting(key: string): string | undefined {
  const kind = kinds.find((each) => key.startsWith(`${each}:`))
  return kind && key.slice(kind.length + 1)
}
