import type { Api } from "./contract/api.ts"
import type { Handlers } from "./handler.ts"
import { accessHandlers } from "./handlers/access.ts"
import { demoHandlers } from "./handlers/demo.ts"
import { fileHandlers } from "./handlers/files.ts"
import { historyHandlers } from "./handlers/history.ts"
import { inputHandlers } from "./handlers/inputs.ts"
import { sessionHandlers } from "./handlers/sessions.ts"
import { streamHandlers } from "./handlers/stream.ts"
import { systemHandlers } from "./handlers/system.ts"
import { viewHandlers } from "./handlers/views.ts"
import type { ServerContext } from "./server-context.ts"

export const allHandlers = (server: ServerContext): Handlers<keyof Api> => ({
  ...sessionHandlers(server),
  ...inputHandlers(server),
  ...historyHandlers(server),
  ...viewHandlers(server),
  ...fileHandlers(server),
  ...systemHandlers(server),
  ...demoHandlers(server),
  ...accessHandlers(server),
  ...streamHandlers(server),
})
