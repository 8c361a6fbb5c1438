import { accessEndpoints } from "./access.ts"
import { demoEndpoints } from "./demo.ts"
import { fileEndpoints } from "./files.ts"
import { historyEndpoints } from "./history.ts"
import { houseEndpoints } from "./house.ts"
import { inputEndpoints } from "./inputs.ts"
import { sessionEndpoints } from "./sessions.ts"
import { streamEndpoints } from "./stream.ts"
import { viewEndpoints } from "./views.ts"

/** The whole HTTP API: one table that the server validates by, the document is made from, and the client is typed by. */
export const api = {
  ...sessionEndpoints,
  ...inputEndpoints,
  ...historyEndpoints,
  ...viewEndpoints,
  ...fileEndpoints,
  ...houseEndpoints,
  ...demoEndpoints,
  ...accessEndpoints,
  ...streamEndpoints,
} as const

export type Api = typeof api
