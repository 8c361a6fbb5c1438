// Drives a session in a process of its own. Arguments: data directory, session, base URL of the model's server.
import { openAgent } from "../../src/index.ts"

const [, , directory = "", session = "", baseUrl = ""] = process.argv
const agent = openAgent({ directory, baseUrl, model: "openai-compatible/m" })
const { rest } = await agent.drive(session)
await agent.close()
process.stdout.write(rest)
