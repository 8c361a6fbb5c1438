import { logTo } from "../../../src/server/log.ts"
import { startServer } from "../../../src/server/serve.ts"

// A server in a process of its own, which can be killed. It tells where it is, and ends with its parent.
const { url, token } = await startServer({ log: logTo(() => undefined) })
process.on("disconnect", () => process.exit())
process.send?.({ url, token })
