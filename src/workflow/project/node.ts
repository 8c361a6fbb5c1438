import { neverEnds } from "../../shell/endless.ts"
import { simpleCommands } from "../../shell/simple-command.ts"
import { isPlaceholder } from "../checks/placeholder.ts"
import type { Ecosystem, Offer, ProjectDirectory } from "./ecosystem.ts"
import { type Manifest, manifestOf } from "./project-manifest.ts"

/** Lock files and the program that they belong to. */
export const lockFiles = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
} as const

const scripts = {
  lint: ["lint", "lint:check", "eslint"],
  typecheck: ["typecheck", "type-check", "check-types", "check:types", "types:check", "types", "tsc"],
  build: ["build", "compile"],
  test: ["test", "test:unit", "unit", "tests"],
} as const satisfies Record<Offer["kind"], readonly string[]>

/** Test runners that a project may have with no script for them. */
const runners = { vitest: "vitest run", jest: "jest", mocha: "mocha", ava: "ava" } as const

export const node: Ecosystem = {
  kind: "node",
  markers: ["package.json", ...Object.keys(lockFiles), "pnpm-workspace.yaml", "tsconfig.json", "jsconfig.json"],
  binaries: ["tsc", ...Object.keys(runners)].map((name) => `node_modules/.bin/${name}`),
  programs: ["node", "npm", "pnpm", "yarn", "bun"],
  sources: [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".astro"],
  testFile: /(?:^|\/)(?:[^/]+[.-](?:test|spec)|test)\.[cm]?[jt]sx?$/,
  isHere: (place) =>
    place.has("package.json") || place.has("tsconfig.json") || place.tests.some((test) => plainTest.test(test)),
  offers: (place) => {
    const manifest = manifestOf(place.text("package.json"))
    const kinds = Object.keys(scripts) as Offer["kind"][]
    return kinds.flatMap((kind) => scripted(place, manifest, kind) ?? unscripted(place, manifest, kind))
  },
}

const plainTest = /\.test\.[cm]?js$/

function scripted(place: ProjectDirectory, manifest: Manifest | null, kind: Offer["kind"]): Offer[] | null {
  const name = scripts[kind].find((script) => {
    const text = manifest?.scripts.get(script)
    return text !== undefined && !watches(text) && !isPlaceholder(text, hereFacts(place))
  })
  if (name === undefined) return null
  const program = packageManager(place, manifest)
  const command = name === "test" && program !== "bun" ? `${program} test` : `${program} run ${name}`
  return [{ kind, command, needs: program }]
}

/** The facts as a script of this directory sees them. */
function hereFacts(place: ProjectDirectory) {
  return { ...place.facts, texts: new Map([["package.json", place.text("package.json")]]) }
}

/** It would never end. */
const watches = (script: string) => simpleCommands(script).some(({ words }) => neverEnds(words))

function unscripted(place: ProjectDirectory, manifest: Manifest | null, kind: Offer["kind"]): Offer[] {
  if (kind === "typecheck" && place.has("tsconfig.json")) {
    const needs = "node_modules/.bin/tsc"
    const config = place.text("tsconfig.json")
    // One that only refers to others checks nothing by itself.
    const refers = /"references"\s*:/.test(config) && /"files"\s*:\s*\[\s*\]/.test(config)
    return [{ kind, command: `${needs} ${refers ? "--build " : ""}--noEmit`, needs }]
  }
  if (kind !== "test") return []
  for (const [name, command] of Object.entries(runners)) {
    const needs = `node_modules/.bin/${name}`
    if (manifest?.dependencies.has(name)) return [{ kind, command: `node_modules/.bin/${command}`, needs }]
  }
  return place.tests.some((test) => plainTest.test(test) && !isOfPackage(place, test))
    ? [{ kind, command: "node --test", needs: "node" }]
    : []
}

/** The tests of a package inside say nothing of what is beside it. */
function isOfPackage(place: ProjectDirectory, test: string): boolean {
  const folders = test.split("/").slice(0, -1)
  return folders.some((_, at) => place.has(`${folders.slice(0, at + 1).join("/")}/package.json`))
}

function packageManager(place: ProjectDirectory, manifest: Manifest | null): string {
  const named = /^(npm|pnpm|yarn|bun)(?:@|$)/.exec(manifest?.packageManager ?? "")?.[1]
  const lock = Object.entries(lockFiles).find(([file]) => place.has(file) || rootHas(place, file))
  const wanted = named ?? lock?.[1] ?? "npm"
  // Any of them runs the same script.
  const { available } = place.facts
  return !available.has(wanted) && available.has("npm") ? "npm" : wanted
}

/** A package of a monorepo has no lock file of its own. */
const rootHas = (place: ProjectDirectory, file: string) => place.facts.files.has(file)
