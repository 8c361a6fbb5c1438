import { asideKey } from "../store/aside.ts"

/** Where the store keeps what a person has begun to write in a session. */
export const draftKey = (session: string) => asideKey("draft", session)

/** Where the store keeps up to which event a person has read a session. */
export const readKey = (session: string) => asideKey("read", session)

/** Where the store keeps why a session cannot be driven. */
export const troubleKey = (session: string) => asideKey("trouble", session)
