import { createHash } from "node:crypto"
import { readdir, readFile, stat } from "node:fs/promises"
import { extname, join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

/** One file of the web app, as it is sent. */
export type WebFile = {
  type: string
  etag: string
  /** Its name has a hash of what is in it: it never changes. */
  isHashed: boolean
  /** The bytes in one of the encodings that are accepted. Computed once. */
  encoded(accepted: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: Encoding | null }>
}

/** The built web app. */
export type WebFiles = {
  /** The page itself; undefined where the app is not built. */
  page(): Promise<WebFile | undefined>
  /** A file beside the page, by the path of a request. Only what was found in the directory has one. */
  file(path: string): Promise<WebFile | undefined>
}

/** Where the built app is: in a checkout below `dist`, in the package beside this code. */
const ownWebDirectory = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/web" : "./web", import.meta.url),
)

/** Holds the app in memory, whole: it is read again when it was built anew. */
export function openWebFiles(given: string = ownWebDirectory): WebFiles {
  const directory = resolve(given)
  let build: Build = { page: null, directories: [], stamps: "", files: new Map(), before: new Map() }
  let reading: Promise<Build> | undefined
  const latest = async () => {
    reading ??= refreshed(directory, build).finally(() => {
      reading = undefined
    })
    build = await reading
    return build
  }
  return {
    page: async () => (await latest()).files.get(pagePath),
    async file(path) {
      if (path === pagePath) return undefined
      const { files, before } = build.page === null ? await latest() : build
      return files.get(path) ?? before.get(path)
    },
  }
}

type Files = ReadonlyMap<string, WebFile>

/**
 * `page` and `stamps` tell whether the page, or what is in the directories, has changed since. `before` is for pages that
 * were loaded from the build before: they still ask for parts of it.
 */
type Build = {
  page: string | null
  directories: readonly string[]
  stamps: string
  files: Files
  before: Files
}

const pagePath = "/index.html"

async function refreshed(directory: string, known: Build): Promise<Build> {
  const page = await stampOf(join(directory, pagePath))
  // Between two builds there is none for a moment: the one before serves on.
  if (page === null) return known
  const isSamePage = page === known.page
  if (isSamePage && (await stampsOf(known.directories)) === known.stamps) return known
  const directories = await directoriesIn(directory)
  // Before the files are read: the rest of a build that is only half there comes later, and is noticed.
  const stamps = await stampsOf(directories)
  const files = await filesIn(directory)
  if (!isSamePage) return { page, directories, stamps, files, before: known.files }
  // What is no longer there may be on its way out for a new build: the page still asks for it.
  return { ...known, directories, stamps, files: new Map([...known.files, ...files]) }
}

async function directoriesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
  return [directory, ...below]
}

async function stampsOf(paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map(stampOf))).join()
}

async function stampOf(path: string): Promise<string | null> {
  try {
    const { mtimeMs, ino, size } = await stat(path)
    return `${mtimeMs} ${ino} ${size}`
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null
    throw error
  }
}

async function filesIn(directory: string): Promise<Files> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const there = new Set(paths)
  const read = async (path: string) => {
    const type = types[extname(path)]
    if (type === undefined) return []
    const name = `/${relative(directory, path).replaceAll(sep, "/")}`
    return [[name, webFile(name, type, await bytesOf(path), await compressedBeside(path, there))] as const]
  }
  return new Map((await Promise.all(paths.map(read))).flat())
}

const bytesOf = async (path: string) => new Uint8Array(await readFile(path))

type Compressed = ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>

/** What the build compressed; what it did not is compressed when it is first asked for. */
async function compressedBeside(path: string, there: ReadonlySet<string>): Promise<Compressed> {
  const found = new Map<Encoding, Uint8Array<ArrayBuffer>>()
  for (const [encoding, ending] of Object.entries(endings) as [Encoding, string][]) {
    if (there.has(path + ending)) found.set(encoding, await bytesOf(path + ending))
  }
  return found
}

const endings: Readonly<Record<Encoding, string>> = { br: ".br", gzip: ".gz" }

function webFile(name: string, type: string, bytes: Uint8Array<ArrayBuffer>, compressed: Compressed): WebFile {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    type,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    isHashed: name.startsWith("/assets/"),
    async encoded(accepted) {
      const encoding = isText(type) && bytes.length >= leastBytes ? encodingIn(accepted) : null
      if (encoding === null) return { bytes, encoding }
      const known = compressed.get(encoding)
      if (known) return { bytes: known, encoding }
      const making = made.get(encoding) ?? encoders[encoding](bytes)
      made.set(encoding, making)
      return { bytes: await making, encoding }
    },
  }
}

/** Below that a header costs more than is won. */
const leastBytes = 512

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".woff2": "font/woff2",
}

const isText = (type: string) => type.includes("charset")

type Encoding = "br" | "gzip"

const encoders: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>>> = {
  // The highest quality takes seconds for a large file; this one takes a few hundredths.
  br: async (bytes) =>
    new Uint8Array(await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })),
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes, { level: 9 })),
}

function encodingIn(accepted: string): Encoding | null {
  const wanted = accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]?.trim())
  return (["br", "gzip"] as const).find((encoding) => wanted.includes(encoding)) ?? null
}
