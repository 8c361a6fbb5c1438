import { claimAddress } from "../../src/server/address-file.ts"

// Takes the place of the server when it is told to, says whether it has it, and keeps it until it is told to let go.

const [directory = ""] = process.argv.slice(2)
let release: (() => void) | undefined

process.on("message", (word: "claim" | "release") => {
  if (word === "release") {
    release?.()
    return process.disconnect()
  }
  try {
    const claim = claimAddress(directory)
    claim.publish("http://127.0.0.1:1/")
    release = claim.release
    process.send?.({ has: true })
  } catch (error) {
    process.send?.({ has: false, message: error instanceof Error ? error.message : String(error) })
  }
})
process.send?.("ready")
