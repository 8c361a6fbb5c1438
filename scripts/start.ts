import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

// `npm start` shows the page; with words after it, it is the command line.
const given = process.argv.slice(2)
const words = given.length > 0 ? given : ["serve", "--open"]

if (words[0] === "serve") {
  const { buildWeb } = await import("./web.ts")
  await buildWeb()
}

// In this very process: signals and the exit code are its own.
const program = fileURLToPath(new URL("../bin/holdfast", import.meta.url))
process.argv = [process.execPath, program, ...words]
createRequire(import.meta.url)(program)
