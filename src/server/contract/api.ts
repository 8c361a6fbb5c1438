import { accessEndpoints } from "./access.ts"
import { demoEndpoints } from "./demo.ts"
import { fileEndpoints } from "./files.ts"
import { historyEndpoints } from "./history.ts"
import { inputEndpoints } from "./inputs.ts"
import { sessionEndpoints } from "./sessions.ts"
import { streamEndpoints } from "./stream.ts"
import { systemEndpoints } from "./system.ts"
import { viewEndpoints } from "./views.ts"

/** The whole HTTP API: one table for validation, the OpenAPI document and the client's types. */
export const api = {
  ...sessionEndpoints,
  ...inputEndpoints,
  ...historyEndpoints,
  ...viewEndpoints,
  ...fileEndpoints,
  ...systemEndpoints,
  ...demoEndpoints,
  ...accessEndpoints,
  ...streamEndpoints,
} as const

export type Api = typeof api
