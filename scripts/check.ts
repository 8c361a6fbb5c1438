// Formatting and lint, types, unused code: side by side, and what is wrong is shown together.
import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { text } from "node:stream/consumers"

const root = join(import.meta.dirname, "..")

const checks = [["biome", "check"], ["tsc", "--noEmit"], ["tsc", "--noEmit", "-p", "web"], ["knip"]] as const

const outcomes = await Promise.all(checks.map(run))
for (const { line, code, said } of outcomes) {
  if (code === 0) continue
  console.error(`${line} failed:\n${said}`)
  process.exitCode = 1
}

async function run([name, ...options]: readonly string[]): Promise<{ line: string; code: number; said: string }> {
  const line = [name, ...options].join(" ")
  const env = { ...process.env, PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}` }
  const child = spawn(line, { cwd: root, env, shell: true, stdio: ["ignore", "pipe", "pipe"] })
  const closed = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1)))
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { line, code, said: `${out}${errors}` }
}
