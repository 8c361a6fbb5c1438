import { address, codeSpan, hasWord, pathsIn, proseOf } from "../words.ts"

/**
 * Whether a text names one thing that can be looked up: a path, code in back-ticks, an address, an identifier, or the
 * words test, file, function and class. Punctuation names nothing.
 */
export function hasAnchor(text: string): boolean {
  const marked = text.search(codeSpan) !== -1 || text.search(address) !== -1 || pathsIn(text).length > 0
  return marked || hasWord(text, anchorWords) || names(proseOf(text))
}

const anchorWords = ["test", "tests", "file", "files", "function", "functions", "class", "classes"]

function names(prose: string): boolean {
  return (
    shapes.some((shape) => shape.test(prose)) ||
    matches(prose, camelCase).some((name) => !products.has(name.toLowerCase())) ||
    matches(prose, dotted).some((name) => !/\.(?:js|net|com|org|io|dev|ai|app|co)$/i.test(name)) ||
    matches(prose, hyphenated).some((name) => !isOrdinary(name.toLowerCase().split("-")))
  )
}

function matches(text: string, shape: RegExp): readonly string[] {
  return text.match(shape) ?? []
}

/** snake_case, a call, a flag, an issue, the code of an error: no prose looks like these. */
const shapes = [
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]+_[\p{L}\p{N}]/u,
  /[\p{L}\p{N}]\(\)/u,
  /(?<!\S)--[a-z][a-z-]+/i,
  /(?<!\S)#\d+\b/,
  /\b[A-Z]{1,4}\d{3,5}\b/,
]

const camelCase = /\b(?:[a-z]+|[A-Z][a-z0-9]+)[A-Z]\w*/g
const dotted = /(?<![\w.])[a-z_]\w+(?:\.[a-z_]\w+)+/gi
const hyphenated = /(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])/gi

/**
 * Packages, commands, branches and artifacts are named by joining words with hyphens (claw-code, verification-plan).
 * Ordinary compounds describe and name nothing (real-time, user-friendly, time-consuming, up-to-date).
 */
function isOrdinary(parts: readonly string[]): boolean {
  return parts.some((part) => describing.has(part) || /(?:ed|ing|ly)$/.test(part))
}

const table = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((entry) => entry !== ""))

const describing = table(`
  a able all and anti as at aware back bare best better big black blue built by clean close co cold cost cross cut dark
  date day deep down driven dry e easy effective eight end even ever ex extra far fast few first fit five fixed for four
  free friendly front full fun future general go good grade great half hand hard head heavy hi high hot human if in
  independent inter intra depth job key kind large last late left less level life light like line little long loose
  low machine made mail main man many max mega meta micro mid mini mobile modern more multi must native near neat new
  next nice nine non of off old on one only open or order out over own page part per plain poor post pre pretty pro
  prone proof quality quick quite rate re ready real red rich right run safe scale second self semi sense set seven short
  shot side single six size slow small so soft sort specific state step stop strong style sub sure ten term the third
  three tight time to too top touch tri tune turn two type ultra un under up use user via warm way web weight well wide
  wise work world worst x year`)

/** What is written like an identifier, and names no part of a project. */
const products = table(`
  bitbucket chatgpt devops dynamodb ebay elasticsearch firefox github gitlab graphql ios ipad iphone javascript jquery
  linkedin macos mariadb mongodb mysql neovim nextjs nodejs openai openapi paypal postgresql powershell sqlite
  stackoverflow tailwindcss typescript webassembly webgl websocket websockets whatsapp wordpress youtube`)
