import { openSqliteStore } from "../../../src/store/sqlite/store.ts"
import { longLog } from "./long-log.ts"

// A process that adopts a long log and dies on the way: at a statement, or in a pause before or after it has begun to write.
const [, , directory = "", where = ""] = process.argv
let inserted = 0
let isAdopting = false
const die = () => process.kill(process.pid, "SIGKILL")
const store = openSqliteStore({
  directory,
  faults(point) {
    if (point === "before INSERT events") inserted++
    if (isAdopting && inserted > 0 && point === where) die()
  },
})
const log = longLog()
const lookAround = () => {
  if (where === "while it is made ready" && inserted === 0) die()
  if (where === "while it is written" && inserted > 0) die()
  setImmediate(lookAround)
}
isAdopting = true
setImmediate(lookAround)
await store.adopt(log)
process.stdout.write("adopted\n")
die()
