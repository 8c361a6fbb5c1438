/** How much of one text goes into a prompt: small local models have small windows. In UTF-16 units. */
const promptText = 6_000

/** A named part of a prompt; nothing where there is nothing to say. */
export function block(name: string, text: string): string {
  return text.trim() === "" ? "" : `${name}:\n${text}`
}

/** The beginning and the end of a text that is too long: the request itself is often at the end. */
export function clipped(text: string, length: number = promptText): string {
  if (text.length <= length) return text
  const end = Math.floor(length / 4)
  return `${text.slice(0, length - end).toWellFormed()}\n[…]\n${text.slice(-end).toWellFormed()}`
}
