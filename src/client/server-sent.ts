/** One server-sent event. `id` is there only if this event brought one. */
export type ServerSent = { name: string; data: string; id?: string }

/** Reads server-sent events from text that comes in any pieces. An event that is cut off at the end is none. */
export function serverSentReader(onEvent: (event: ServerSent) => void): (piece: string) => void {
  let rest = ""
  let name = ""
  let data: string[] = []
  let id: string | undefined

  const dispatch = () => {
    if (data.length > 0) onEvent({ name, data: data.join("\n"), ...(id === undefined ? {} : { id }) })
    name = ""
    data = []
    id = undefined
  }
  const take = (line: string) => {
    if (line === "") return dispatch()
    const colon = line.indexOf(":")
    if (colon === 0) return
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "event") name = value
    else if (field === "data") data.push(value)
    else if (field === "id" && !value.includes("\0")) id = value
  }
  return (piece) => {
    rest += piece
    // A line feed may follow a return at the very end: then they are one break.
    const breaks = /\r\n|\n|\r(?!$)/g
    let from = 0
    for (let found = breaks.exec(rest); found; found = breaks.exec(rest)) {
      take(rest.slice(from, found.index))
      from = breaks.lastIndex
    }
    rest = rest.slice(from)
  }
}
