import type { streamEndpoints } from "../contract/stream.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { openStream } from "../stream/open.ts"

export const streamHandlers = (house: House): Handlers<keyof typeof streamEndpoints> => ({
  "GET /api/stream": ({ query, request }) => openStream(house, request, query),
})
