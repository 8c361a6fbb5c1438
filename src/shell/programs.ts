import { lookup } from "../base/lookup.ts"
import * as changers from "./programs/changers.ts"
import { interpreters, launchers, shells } from "./programs/interpreters.ts"
import { type Manager, managers } from "./programs/managers.ts"
import { type Reader, readers } from "./programs/readers.ts"
import { type Wrapper, wrappers } from "./programs/wrappers.ts"

/** What is known of a program. One that is in no table may change the workspace, and may check something. */
export type Program = {
  /** It only reads. */
  reads?: Reader
  /** It changes the files in its arguments. */
  changes?: changers.FileChanger
  /** It changes what is around it: files in ways of its own, always or by its arguments; the shell; the machine. */
  acts?: "files" | "mixed" | "shell" | "machine"
  /** It reaches the network: to send, to have a service do something, or to fetch. */
  network?: "remote" | "service" | "download"
  /** It is for a person at a terminal, to edit or to look. */
  terminal?: "edits" | "shows"
  /** It runs the command in its arguments. */
  wraps?: Wrapper
  /** It runs code, from the command line by these options. */
  interprets?: readonly string[]
  /** It runs command lines. */
  isShell?: true
  /** It manages packages. */
  manages?: Manager
}

/** What is known of the program of that name. */
export function programNamed(name: string): Program | undefined {
  return programs.get(name)
}

/** A program by its own name: the path to it, a version in it and a wrapper script do not matter. */
export function programName(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const [, versioned = name] = /^(python|pip|perl|ruby|lua|php|node)[\d.]+$/.exec(name) ?? []
  return lookup(otherNames, versioned) ?? versioned
}

const otherNames: Readonly<Record<string, string>> = {
  mvnw: "mvn",
  gradlew: "gradle",
  "py.test": "pytest",
  nodejs: "node",
  gawk: "awk",
  mawk: "awk",
  nawk: "awk",
  "vim.basic": "vim",
  "vim.tiny": "vim",
  "vim.nox": "vim",
  rvim: "vim",
  vimdiff: "vim",
}

const programs = new Map<string, Program>()

function add(names: readonly string[], fact: Program): void {
  for (const name of names) programs.set(name, { ...programs.get(name), ...fact })
}

for (const [name, reads] of Object.entries(readers)) add([name], { reads })
for (const [name, changes] of Object.entries(changers.fileChangers)) add([name], { changes })
for (const [name, wraps] of Object.entries(wrappers)) add([name], { wraps })
for (const [name, interprets] of Object.entries(interpreters)) add([name], { interprets })
for (const [name, manages] of Object.entries(managers)) add([name], { manages })
add(launchers, { interprets: [] })
add([...shells], { isShell: true })
add(changers.otherChangers, { acts: "files" })
add(changers.mixedPrograms, { acts: "mixed" })
add(changers.builtins, { acts: "shell" })
add(changers.machinePrograms, { acts: "machine" })
add(changers.remotePrograms, { network: "remote" })
add(changers.servicePrograms, { network: "service" })
add(changers.downloaders, { network: "download" })
add(changers.terminalPrograms, { terminal: "edits" })
add(changers.viewers, { terminal: "shows" })
