import { wordSet } from "../base/word-set.ts"
import { address } from "./text.ts"

/** The files and directories that a text names, as it writes them, each once and in order. */
export function pathsIn(text: string): string[] {
  return [
    ...new Set(
      mentions(text)
        .filter(isPath)
        .map(({ name }) => name),
    ),
  ]
}

/** A run of characters that may name a file, and whether back-ticks mark it as a name. */
type Mention = { name: string; marked: boolean }

function mentions(text: string): Mention[] {
  return text
    .replace(address, " ")
    .split(/[\s"<>|,;=]+|\]\(/)
    .filter((piece) => mayNameFile.test(piece))
    .flatMap((piece) => piece.split("`").map((part, at, parts) => ({ part, marked: isMarked(at, parts.length) })))
    .map(({ part, marked }) => ({ name: bare(part), marked }))
    .filter(({ name }) => name !== "")
}

/** Every path has one of these; most words have none, and an input may be a long log. */
const mayNameFile = /[./\\]|file|[A-Z]{4}/

/** Between two back-ticks of one run without white space: `x.ts` of "(`x.ts`)". */
function isMarked(at: number, parts: number): boolean {
  return at % 2 === 1 && at < parts - 1
}

/** Without the marks around it and the line that it points at: "(src/x.ts:42)." is `src/x.ts`. */
function bare(piece: string): string {
  const plain = piece.replace(/^(\*{1,3})([^*]+)\1(?=[^\p{L}\p{N}]*$)/u, "$2").replace(/^[([{'!]+/, "")
  const marks = plain.includes("(") || plain.includes("[") ? "'.:!?" : "'.:!?)]}"
  return plain
    .slice(0, endWithout(plain, marks))
    .replace(/(?:#L\d+(?:-L?\d+)?|:\d+(?:[:-]\d+)?)$/, "")
    .replace(/^@(?=.*\.[a-z0-9]+$)/i, "")
}

/** Where the marks at the end begin: a regular expression would take quadratic time over a long run of them. */
function endWithout(text: string, marks: string): number {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1
  return end
}

function isPath({ name, marked }: Mention): boolean {
  if (/[*?$^{}]|\(\)|^@/.test(name)) return false
  const segments = name.split(/[\\/]+/).filter((segment) => segment !== "")
  const last = segments.at(-1)
  if (last === undefined || !/[\p{L}\p{N}]/u.test(last)) return false
  if (bareNames.has(last) || /^\.[a-z][\w.-]+$/i.test(last)) return true
  if (hasExtension(last)) return marked || segments.length > 1 || !productNames.has(last.toLowerCase())
  if (!/[\\/]/.test(name)) return false
  if (segments.length > 1 && /[\p{L}\p{N}]\.[a-z0-9]{1,10}$/iu.test(last)) return true
  return marked || isRooted(name) || isDirectory(segments)
}

function hasExtension(name: string): boolean {
  const extension = /[\p{L}\p{N}_)\]-]\.([a-z0-9]+)$/iu.exec(name)?.[1]
  return extension !== undefined && extensions.has(extension.toLowerCase())
}

/** `./x`, `../x`, `~/x`, `/usr/local`, `src/`; a lone `/help` is a command of a chat, not a path. */
function isRooted(name: string): boolean {
  return /^(?:\.{1,2}|~|[a-z]:)[\\/]|^\/[^/]+\/|[^/\s]\/$/i.test(name)
}

/** `src/agent` and `cmd/tool_1/main` are directories; "and/or", "TCP/IP" and "1/2" are not. */
function isDirectory(segments: readonly string[]): boolean {
  if (segments.every((segment) => /^(?:\d+|\p{Lu}+)$/u.test(segment))) return false
  return (
    segments.some((segment) => directories.has(segment)) || segments.some((segment) => /\p{L}[_-]\p{L}/u.test(segment))
  )
}

const extensions = wordSet(`
  adoc asm astro avif avro bash bat bib bin bmp bz2 c cc cfg cfm cjs clj cljs cmake cmd conf cpp crt cs csproj css
  csv cts cxx dart db diff doc docx elm env erl ex exs fish fs fsx gemspec gif go gql gradle graphql groovy gz h hbs
  hcl hh hpp hrl hs htm html ico ics ini ino ipynb jar java jl jpeg jpg js json json5 jsonc jsonl jsx kt kts less
  liquid lisp lock log lua m markdown md mdx mjs mk ml mli mm mp3 mp4 mts ndjson nim nix odt ogg parquet patch pdf
  pem php pl plist pm png prisma proto ps1 psd pug py pyc pyi pyx r rake rb rego rkt rs rst sass sbt scala scm scss
  sh sln sol sql sqlite srt svelte svg swift tar tcl templ tex tf tfvars tgz tmpl toml ts tsv tsx ttf txt vb vbs vhd
  vim vue wasm wav webp woff woff2 xhtml xls xlsx xml xsd xsl yaml yml zig zip zsh zst`)

/** Files that have no extension. */
const bareNames = wordSet(`
  AUTHORS Brewfile CHANGELOG CODEOWNERS CONTRIBUTING COPYING Dockerfile Earthfile GNUmakefile Gemfile Jenkinsfile
  Justfile LICENCE LICENSE Makefile Pipfile Podfile Procfile README Rakefile Taskfile Tiltfile Vagrantfile go.mod
  go.sum justfile makefile`)

/** What is called like a file and is none, unless back-ticks say so. */
const productNames = wordSet(`
  alpine.js angular.js asp.net backbone.js chart.js console.log d3.js discord.js ember.js express.js math.log
  moment.js next.js node.js nuxt.js p5.js process.env react.js require.js solid.js three.js underscore.js vue.js`)

const directories = wordSet(`
  .github app apps assets bench benches bin build cmd components config crates dist docs etc examples fixtures home
  include internal lib libs migrations node_modules opt packages pages pkg public scripts spec src static styles
  target templates test tests tmp tools usr var vendor web`)
