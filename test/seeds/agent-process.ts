// Resumes a session in a process of its own with an agent that has nothing to say, and prints what it finds.
// Arguments: data directory, session.
import { openAgent, scriptedModel } from "../../src/index.ts"
import { look } from "./look.ts"

const [, , directory = "", session = ""] = process.argv
const agent = openAgent({ directory, model: scriptedModel("scripted:empty", []) })
const { rest } = await agent.drive(session)
process.stdout.write(JSON.stringify({ rest, ...(await look(agent.store, session)) }))
await agent.close()
