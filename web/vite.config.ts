import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type HtmlTagDescriptor, type Plugin, type ProxyOptions, type Rollup } from "vite"

/** The server of `npm run dev:web` passes the API on to a `holdfast serve` here. */
const server = process.env.HOLDFAST_URL ?? "http://127.0.0.1:4747"

// The server lets nobody write from another origin than its own: what comes from here is told as its own.
const passedOn: ProxyOptions = { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } }

/**
 * Lets the browser fetch the parts that are drawn later once it has nothing else to do. A part that could not be
 * fetched when it is wanted stays lost to the page: a server that is away for a moment would be missed.
 */
function laterParts(): Plugin {
  return {
    name: "holdfast:later-parts",
    transformIndexHtml: { order: "post", handler: (_page, { bundle = {} }) => partsOf(bundle).map(prefetched) },
  }
}

/** Our own parts, and what they are made of; not what others fetch for themselves. */
function partsOf(bundle: Rollup.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
  const madeOf = (names: readonly string[]): string[] =>
    chunks.flatMap(({ fileName, imports }) => (names.includes(fileName) ? [fileName, ...madeOf(imports)] : []))
  const first = madeOf(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const own = chunks.filter(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId?.startsWith(import.meta.dirname),
  )
  const later = new Set(madeOf(own.map(({ fileName }) => fileName)))
  return [...later].filter((name) => !first.includes(name))
}

const prefetched = (name: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "prefetch", as: "script", crossorigin: true, href: `/${name}` },
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
  },
  // The worker that colours code fetches each language when it occurs.
  worker: { format: "es" },
  server: { proxy: { "/api": passedOn, "/login": passedOn } },
})
