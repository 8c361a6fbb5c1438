import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"

const directory = join(import.meta.dirname, "..", "..", "dist", "web")

/** What a browser loads before the first paint: the scripts that the page names and those that they import at once. */
export function firstLoad(): ReadonlyArray<{ name: string; bytes: number }> {
  const page = readFileSync(join(directory, "index.html"), "utf8")
  const scripts = new Set<string>()
  // What is only prefetched comes when the browser has nothing else to do.
  const tags = [...page.matchAll(/<(?:script|link)[^>]*>/g)].filter(([tag]) => !tag.includes('rel="prefetch"'))
  const todo = tags.flatMap(([tag]) => /(?:src|href)="\/(assets\/[^"]+\.js)"/.exec(tag)?.[1] ?? [])
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (scripts.has(path)) continue
    scripts.add(path)
    const source = readFileSync(join(directory, path), "utf8")
    for (const [, name = ""] of source.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[^"'()]*?from\s*)?["']\.\/([^"']+\.js)["']/g,
    )) {
      todo.push(`assets/${name}`)
    }
  }
  const sources = [...scripts].map((path) => readFileSync(join(directory, path)))
  const sum = (size: (source: Buffer) => number) => sources.reduce((bytes, source) => bytes + size(source), 0)
  const all = readdirSync(join(directory, "assets")).filter((name) => name.endsWith(".js"))
  return [
    { name: "scripts of the first load, gzip", bytes: sum((source) => gzipSync(source).length) },
    { name: "scripts of the first load, brotli", bytes: sum((source) => brotliCompressSync(source).length) },
    {
      name: `all ${all.length} scripts, gzip`,
      bytes: all.reduce((bytes, name) => bytes + gzipSync(readFileSync(join(directory, "assets", name))).length, 0),
    },
  ]
}
