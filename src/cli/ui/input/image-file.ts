import { spawn } from "node:child_process"
import { closeSync, openSync, readSync } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { basename, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { bytes as sizeText } from "../../../base/amount-text.ts"
import { oneLine } from "../../../base/plain-words.ts"
import { systemCode } from "../../../base/system-error.ts"
import { kindOf, mediaTypes } from "../../../server/handlers/files/kind.ts"
import { HoldfastError } from "../../../session/error.ts"

export type ImageFile = { name: string; mediaType: string; bytes: Uint8Array }

/** Providers take no larger ones. */
const mostBytes = 20 * 1024 * 1024

const endings = /\.(?:png|jpe?g|gif|webp)$/i

/**
 * The file that a pasted or dropped text names: terminals quote its path, escape its spaces or write it as a URL. Null
 * where it names none.
 */
export function imagePathIn(text: string, workspace: string): string | null {
  const line = text.trim()
  if (line.includes("\n") || !endings.test(line.replace(/["']$/, ""))) return null
  const [, , quoted] = /^(["'])(.*)\1$/.exec(line) ?? []
  const path = quoted ?? line.replace(/\\(.)/g, "$1")
  if (/^file:\/\//i.test(path)) {
    try {
      return fileURLToPath(path)
    } catch {
      return null
    }
  }
  return resolve(workspace, path.replace(/^~(?=\/)/, homedir()))
}

/** Whether a file begins as an image does. At once: what is typed next must not come before what was pasted. */
export function isImageFile(path: string): boolean {
  try {
    const file = openSync(path, "r")
    try {
      const head = Buffer.alloc(headBytes)
      const length = readSync(file, head)
      return imageOf(head.subarray(0, length), "") !== null
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (systemCode(error) !== undefined) return false
    throw error
  }
}

const headBytes = 16

/** The images that a text mentions with `@`. */
export function mentionedImages(text: string, workspace: string): string[] {
  const mentions = [...text.matchAll(/(?:^|\s)@(\S+)/g)].map(([, path = ""]) => imagePathIn(path, workspace))
  return [...new Set(mentions.filter((path) => path !== null))]
}

/** Reads an image; null where there is no file, or it is no image. */
export async function readImage(path: string): Promise<ImageFile | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  if (found.size > mostBytes) {
    const limit = sizeText(mostBytes)
    throw new HoldfastError("invalid", `${oneLine(path)} has ${sizeText(found.size)}; images have at most ${limit}.`)
  }
  return imageOf(await readFile(path), oneLine(basename(path)))
}

/** Programs that write the image on the clipboard to standard output. */
const clipboardPrograms = [
  ["wl-paste", "--type", "image/png", "--no-newline"],
  ["xclip", "-selection", "clipboard", "-t", "image/png", "-o"],
  ["pngpaste", "-"],
] as const

/** The image on the clipboard; null where there is none. `not-found` where no program can read the clipboard. */
export async function clipboardImage(): Promise<ImageFile | null> {
  const outcomes = await Promise.all(clipboardPrograms.map(([program, ...argv]) => outputOf(program, argv)))
  const found = outcomes.find((bytes) => bytes !== null && bytes.length > 0)
  if (found) return imageOf(found, "clipboard.png")
  if (outcomes.some((bytes) => bytes !== null)) return null
  const names = clipboardPrograms.map(([program]) => program).join(", ")
  throw new HoldfastError("not-found", `Images are read from the clipboard with one of ${names}: none is installed.`)
}

function imageOf(bytes: Uint8Array, name: string): ImageFile | null {
  const kind = kindOf(bytes)
  const mediaType = kind && mediaTypes[kind]
  return mediaType?.startsWith("image/") ? { name, mediaType, bytes } : null
}

/** Null where there is no such program. */
function outputOf(program: string, argv: readonly string[]): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const child = spawn(program, argv, { stdio: ["ignore", "pipe", "ignore"] })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) child.kill()
      else chunks.push(chunk)
    })
    child.once("error", () => resolve(null))
    child.once("close", (code) => resolve(code === 0 ? Buffer.concat(chunks) : new Uint8Array()))
  })
}
