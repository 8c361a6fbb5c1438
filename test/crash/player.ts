import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { journalTo } from "./journal.ts"
import { playScenario } from "./scenario.ts"

// Plays the scenario once, in the given directory; what goes wrong is done to it from outside.
const [directory = "", journalFile = ""] = process.argv.slice(2)
const journal = journalTo(journalFile)
const open = () => openSqliteStore({ directory, rotateAfterBytes: 900, snapshotAfterEvents: 10, lowWatermarkBytes: 0 })
process.on("uncaughtException", (error) => {
  journal({ kind: "broken", what: error.stack ?? error.message })
  process.exit(1)
})
await playScenario({ open, directory, journal, run: "s" })
