import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { peersDirectory } from "./headless/programs.ts"

// npm run bench:peers: installs other agents into a directory of their own, for `npm run bench -- --only shell,answer`.

const peers = ["@earendil-works/pi-coding-agent", "@openai/codex"]

mkdirSync(peersDirectory, { recursive: true })
writeFileSync(join(peersDirectory, "package.json"), JSON.stringify({ name: "peers", private: true }))
for (const name of peers) {
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", name], {
    cwd: peersDirectory,
    encoding: "utf8",
  })
  console.log(status === 0 ? `${name}: installed` : `${name}: left out, it cannot be installed: ${stderr.trim()}`)
}
