import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type HtmlTagDescriptor, type Plugin, type ProxyOptions, type Rollup } from "vite"

/** The server of `npm run dev:web` passes the API on to a `holdfast serve` here. */
const server = process.env.HOLDFAST_URL ?? "http://127.0.0.1:4747"

// The server lets nobody write from another origin than its own: what comes from here is told as its own.
const passedOn: ProxyOptions = { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } }

/**
 * Lets the browser fetch the session page beside the frame around it, and the parts that are drawn later once it has
 * nothing else to do. A part that could not be fetched when it is wanted stays lost to the page: a server that is away
 * for a moment would be missed.
 */
function laterParts(): Plugin {
  return {
    name: "holdfast:later-parts",
    transformIndexHtml: { order: "post", handler: (_page, { bundle = {} }) => linksTo(bundle) },
  }
}

/** Our own parts, and what they are made of; not what others fetch for themselves. */
function linksTo(bundle: Rollup.OutputBundle): HtmlTagDescriptor[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
  const madeOf = (names: readonly string[]): string[] =>
    chunks.flatMap(({ fileName, imports }) => (names.includes(fileName) ? [fileName, ...madeOf(imports)] : []))
  const partsOf = (isWanted: (chunk: Rollup.OutputChunk) => boolean) =>
    new Set(madeOf(chunks.filter(isWanted).map(({ fileName }) => fileName)))
  const first = partsOf(({ isEntry }) => isEntry)
  const own = partsOf(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && !!facadeModuleId?.startsWith(import.meta.dirname),
  )
  const beside = partsOf(({ facadeModuleId }) => facadeModuleId === sessionPage).difference(first)
  const later = own.difference(first).difference(beside)
  return [
    ...[...beside].map(linkTo({ rel: "modulepreload" })),
    ...[...later].map(linkTo({ rel: "prefetch", as: "script" })),
  ]
}

const sessionPage = join(import.meta.dirname, "shell", "session-page.tsx")

const linkTo =
  (attrs: Record<string, string>) =>
  (name: string): HtmlTagDescriptor => ({
    tag: "link",
    attrs: { ...attrs, crossorigin: true, href: `/${name}` },
    injectTo: "head",
  })

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), laterParts()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    // The content security policy knows no `data:` for scripts and fonts.
    assetsInlineLimit: 0,
    // In kilobytes: the grammar of C++ is as large as that, and only the worker that colours code fetches it.
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    // A part whose styles are in a file of their own waits for that.
    cssCodeSplit: false,
    // What the first paint needs is one file: over HTTP/1.1 thirty small ones wait for each other.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
  // The worker that colours code fetches each language when it occurs.
  worker: { format: "es" },
  server: { proxy: { "/api": passedOn, "/login": passedOn } },
})
