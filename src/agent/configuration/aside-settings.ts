import { sessionSettingKey } from "../../store/session-settings.ts"

/** Where the store keeps a session's draft. */
export const draftKey = (session: string) => sessionSettingKey("draft", session)

/** Where the store keeps up to which event a person has read a session. */
export const readKey = (session: string) => sessionSettingKey("read", session)

/** Where the store keeps why a session cannot be driven. */
export const troubleKey = (session: string) => sessionSettingKey("trouble", session)

/** Where the store keeps what is typed for the next session of a project. */
export const newDraftKey = (project: string) => `new-draft:${project}`
