import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { peersDirectory } from "./headless/programs.ts"

// npm run bench:peers: installs other agents into a directory of their own, in the versions that docs/performance.md names.

const peers = ["@earendil-works/pi-coding-agent@0.87.1", "@openai/codex@0.169.0", "@anthropic-ai/claude-code@2.1.328"]

mkdirSync(peersDirectory, { recursive: true })
// Only the first needs its install script, which puts its program in place.
const allowScripts = { "@anthropic-ai/claude-code": true, esbuild: false, "@google/genai": false, protobufjs: false }
writeFileSync(join(peersDirectory, "package.json"), JSON.stringify({ name: "peers", private: true, allowScripts }))
for (const name of peers) {
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", name], {
    cwd: peersDirectory,
    encoding: "utf8",
  })
  console.log(status === 0 ? `${name}: installed` : `${name}: left out, it cannot be installed: ${stderr.trim()}`)
}
