import type { streamEndpoints } from "../contract/stream.ts"
import type { Handlers } from "../handler.ts"
import type { ServerContext } from "../server-context.ts"
import { openStream } from "../stream/open-stream.ts"

export const streamHandlers = (server: ServerContext): Handlers<keyof typeof streamEndpoints> => ({
  "GET /api/stream": ({ query, request }) => openStream(server, request, query),
})
