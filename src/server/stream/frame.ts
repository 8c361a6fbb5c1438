import type { Frame } from "../contract/stream.ts"

/**
 * A frame as server-sent event. JSON has no line breaks of its own; the others that some readers of lines know are
 * escaped too, so that nothing a model says can end the line.
 */
export function spellFrame({ name, data }: Frame, id?: string): string {
  const json = JSON.stringify(data).replaceAll(/[\u0085\u2028\u2029]/g, escaped)
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${json}\n\n`
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
