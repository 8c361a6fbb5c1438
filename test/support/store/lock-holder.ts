import { DatabaseSync } from "node:sqlite"

// A process that writes to a store and does not come to an end until it is told to.
const database = new DatabaseSync(process.argv[2] ?? "", { timeout: 10_000 })
database.exec("BEGIN IMMEDIATE")
process.stdout.write("holds\n")
process.stdin.once("data", () => {
  database.exec("COMMIT")
  process.exit()
})
