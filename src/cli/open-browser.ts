import { spawn } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const browsers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  // `start` takes the first quoted argument as a window title.
  win32: ["cmd", "/c", "start", '""'],
}

/**
 * Opens a sign-in link in the desktop's browser, if there is one. Every user of the machine can read the arguments of
 * its processes, so that the browser is given a file that only its owner reads, which leads to the link.
 */
export function openBrowser(link: string, directory: string): void {
  const file = join(directory, fileName)
  rmSync(file, { force: true })
  writeFileSync(file, pageTo(link), { mode: 0o600, flag: "wx" })
  const [program, ...args] = browsers[process.platform] ?? ["xdg-open"]
  const browser = spawn(program, [...args, pathToFileURL(file).href], { stdio: "ignore", detached: true })
  // No browser here: the link is printed anyway.
  browser.on("error", () => undefined)
  browser.unref()
}

/** Removes the file when the server ends: its link is good for nothing from then on. */
export function forgetOpened(directory: string): void {
  rmSync(join(directory, fileName), { force: true })
}

const fileName = "sign-in.html"

function pageTo(link: string): string {
  const url = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;")
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Holdfast</title>
<a href="${url}">Sign in</a>
`
}
