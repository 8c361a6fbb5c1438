import { oneLine } from "./plain-words.ts"

/**
 * The shortest suffixes that tell these ids apart. A UUIDv7 starts with the time, which neighbours share, and ends in
 * random digits.
 */
export function shortIds(ids: readonly string[]): (id: string) => string {
  let length = usualCharacters
  while (length < wholeId && new Set(ids.map((id) => tail(id, length))).size < new Set(ids).size) length++
  return (id) => tail(id, length)
}

/** A session's id as shown to people. */
export function shortId(id: string): string {
  return tail(id, usualCharacters)
}

const usualCharacters = 8
const wholeId = 36

// Ids in another format are shown whole: their suffixes may not differ.
function tail(id: string, length: number): string {
  return uuid.test(id) ? id.slice(-length) : oneLine(id)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
