import type { Api } from "./contract/api.ts"
import type { Handlers } from "./handler.ts"
import { accessHandlers } from "./handlers/access.ts"
import { demoHandlers } from "./handlers/demo.ts"
import { fileHandlers } from "./handlers/files.ts"
import { historyHandlers } from "./handlers/history.ts"
import { houseHandlers } from "./handlers/house.ts"
import { inputHandlers } from "./handlers/inputs.ts"
import { sessionHandlers } from "./handlers/sessions.ts"
import { streamHandlers } from "./handlers/stream.ts"
import { viewHandlers } from "./handlers/views.ts"
import type { House } from "./house.ts"

/** What answers each endpoint of the table. */
export const allHandlers = (house: House): Handlers<keyof Api> => ({
  ...sessionHandlers(house),
  ...inputHandlers(house),
  ...historyHandlers(house),
  ...viewHandlers(house),
  ...fileHandlers(house),
  ...houseHandlers(house),
  ...demoHandlers(house),
  ...accessHandlers(house),
  ...streamHandlers(house),
})
