import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { keepManifest, lookAgain } from "../../src/tools/watch/manifest-store.ts"
import { changesSince, takeSnapshot } from "../../src/tools/watch/workspace-snapshot.ts"
import { type Comparison, type Measure, milliseconds } from "../measure.ts"

const files = 20_000
const perDirectory = 25
const looks = 15

/** What it costs a command that the workspace is looked at before and after it. */
export const look: Comparison = {
  title: "(look) one look at a workspace of 20,000 files, before or after a command",
  unit: "ms",
  prepare: async ({ shared, scale }) => {
    fill(join(shared, "outside"), files * scale)
    fill(join(shared, "inside"), files * scale)
    const git = (...args: string[]) => execFileSync("git", args, { cwd: join(shared, "inside"), stdio: "ignore" })
    git("init", "--quiet")
    git("add", "--all")
  },
  contenders: {
    "inside git": ({ shared }) => inPlace((directory) => bySnapshot(join(shared, "inside"), directory)),
    "outside git": ({ shared }) => inPlace((directory) => bySnapshot(join(shared, "outside"), directory)),
    manifest: ({ shared }) => inPlace((directory) => byManifest(join(shared, "outside"), directory)),
  },
  ratios: [],
}

async function bySnapshot(workspace: string, directory: string): Promise<Measure> {
  const taken = () => takeSnapshot(workspace, directory)
  const { first, value } = await timed(taken)
  const { snapshot } = await taken()
  const after = await milliseconds(looks, () =>
    changesSince(snapshot ?? "", { workspace, directory, since: Date.now() }),
  )
  let version = 0
  const change = join(workspace, "changed.txt")
  const changed = await milliseconds(looks, async () => {
    writeFileSync(change, `${version++}`)
    await changesSince(snapshot ?? "", { workspace, directory, since: Date.now() })
  })
  rmSync(change)
  return { value, details: { "ms after a command": after, "ms after a change": changed, "ms the first time": first } }
}

async function byManifest(workspace: string, directory: string): Promise<Measure> {
  const { first, value } = await timed(() => keepManifest([workspace], directory))
  let version = 0
  const change = join(workspace, "changed.txt")
  const changed = await milliseconds(looks, async () => {
    writeFileSync(change, `${version++}`)
    await lookAgain([workspace], directory)
  })
  rmSync(change)
  return { value, details: { "ms after a change": changed, "ms the first time": first } }
}

async function timed(work: () => Promise<unknown>): Promise<{ first: number; value: number }> {
  const start = performance.now()
  await work()
  return { first: performance.now() - start, value: await milliseconds(looks, work) }
}

async function inPlace(measure: (directory: string) => Promise<Measure>): Promise<Measure> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  try {
    return await measure(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function fill(top: string, count: number): void {
  for (let n = 0; n < count; n++) {
    const directory = join(
      top,
      `package-${Math.floor(n / perDirectory / 20)}`,
      `part-${Math.floor(n / perDirectory) % 20}`,
    )
    if (n % perDirectory === 0) mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, `file-${n}.ts`), `export const value = ${n}\n`.repeat(10))
  }
}
