// Opens a store, prints what it shows of one session as JSON, and ends. Arguments: directory, session, options.
import { openStore } from "../../src/index.ts"
import { type LookOptions, look } from "./look.ts"

const [, , directory = "", session = "", options = "{}"] = process.argv
const store = openStore({ directory })
process.stdout.write(JSON.stringify(await look(store, session, JSON.parse(options) as LookOptions)))
await store.close()
