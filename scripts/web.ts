import { createHash, randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const root = fileURLToPath(new URL("..", import.meta.url))
const served = join(root, "dist", "web")

/** What the built app is made of. */
const sources = ["web", "src/session", "src/client", "package-lock.json"]

/** Builds the web app to `dist/web`, unless what is there was made of the same sources; says whether it did. */
export async function buildWeb(): Promise<boolean> {
  const wanted = hashOfSources()
  if (readStamp(served)?.sources === wanted) return false
  // Beside the one that is served, and moved there when it is whole: others may build at the same time.
  const made = `${served}-${randomUUID()}`
  try {
    await built(made)
    await compressAll(made)
    deploy(made, wanted)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return true
}

/** What the build in place was made of, and which files are its own; the server does not serve it. */
const stampName = ".made-of"

type Stamp = { sources: string; files: readonly string[] }

function readStamp(target: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(join(target, stampName), "utf8"))
  } catch {
    return undefined // not built, or by an older script
  }
}

function hashOfSources(): string {
  const hash = createHash("sha256")
  for (const path of sources.flatMap(filesAt)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest("hex")
}

function filesAt(path: string): string[] {
  if (path.endsWith(".json")) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

async function built(outDir: string): Promise<void> {
  const { build } = await import("vite")
  const { NODE_ENV } = process.env
  // Vite takes what is set there for the wish of the user, and a test run sets it.
  process.env.NODE_ENV = "production"
  try {
    await build({ configFile: join(root, "web", "vite.config.ts"), logLevel: "warn", build: { outDir } })
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/** Writes each text compressed beside it: a server that does it at the first request keeps the browser waiting. */
async function compressAll(directory: string): Promise<void> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const texts = entries.filter((entry) => entry.isFile() && /\.(?:html|js|css|svg|json)$/.test(entry.name))
  await Promise.all(texts.map(({ parentPath, name }) => compress(join(parentPath, name))))
}

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path)
  // The highest quality takes many times as long, for a few hundredths less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/**
 * Moves a build into place under a running server: the page last, so that everything it names is there, and the files of
 * the build before stay, for pages that are still open.
 */
export function deploy(made: string, sources: string, target = served): void {
  const files = filesBelow(made)
  const before = readStamp(target)?.files ?? []
  for (const file of [...files].sort((a, b) => Number(isPage(a)) - Number(isPage(b)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    renameSync(join(made, file), join(target, file))
  }
  const stamp: Stamp = { sources, files }
  writeFileSync(join(made, stampName), JSON.stringify(stamp))
  renameSync(join(made, stampName), join(target, stampName))
  const kept = new Set([...files, ...before, stampName])
  for (const file of filesBelow(target)) if (!kept.has(file)) rmSync(join(target, file), { force: true })
}

const isPage = (file: string) => file.startsWith("index.html")

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write((await buildWeb()) ? "built dist/web\n" : "dist/web is as the sources are\n")
}
