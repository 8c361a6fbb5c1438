/** What a server says of a model itself. */
export type Description = {
  /** Whether it takes tools by its provider's own way; null where the server does not say. */
  tools: boolean | null
  /** What it is known as there: its family, architecture or file. */
  families: readonly string[]
  /** Parameters in billions. */
  billions: number | null
  /** In tokens. */
  contextWindow: number | null
  /** The server says that it cannot see images. */
  images?: false
}

/** A server that says nothing, or does not answer. */
export const nothingSaid: Description = { tools: null, families: [], billions: null, contextWindow: null }
