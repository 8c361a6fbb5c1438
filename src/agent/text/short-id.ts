import { oneLine } from "./plain.ts"

/**
 * The ids as lists show them: their last characters, because a UUIDv7 begins with the time, which neighbours share, and
 * ends in randomness; as many as tell these apart.
 */
export function shortIds(ids: readonly string[]): (id: string) => string {
  let length = usualCharacters
  while (length < wholeId && new Set(ids.map((id) => tail(id, length))).size < new Set(ids).size) length++
  return (id) => tail(id, length)
}

/** The id of a session as people are told it. */
export function shortId(id: string): string {
  return tail(id, usualCharacters)
}

const usualCharacters = 8
const wholeId = 36

// Ids of another form than ours are shown whole: their ends may all be the same.
function tail(id: string, length: number): string {
  return uuid.test(id) ? id.slice(-length) : oneLine(id)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
