import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type HtmlTagDescriptor, type Plugin, type ProxyOptions, type Rollup } from "vite"

/** `npm run dev:web` proxies the API to a `holdfast serve` on this address. */
const server = process.env.HOLDFAST_URL ?? "http://127.0.0.1:4747"

// The server refuses other origins: present its own.
const passedOn: ProxyOptions = { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } }

/**
 * Preloads the session page with the frame, and prefetches later parts when idle: a part that fails to load when
 * needed stays broken, as while the server restarts.
 */
function laterParts(): Plugin {
  return {
    name: "holdfast:later-parts",
    transformIndexHtml: { order: "post", handler: (_page, { bundle = {} }) => linksTo(bundle) },
  }
}

/** Our own chunks and their dependencies. */
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
    // The content security policy does not allow `data:` for scripts and fonts.
    assetsInlineLimit: 0,
    // In kB: the largest is the C++ grammar, which only the highlighting worker loads.
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    // A chunk with a stylesheet of its own would wait for it.
    cssCodeSplit: false,
    // One file for the first paint: over HTTP/1.1 thirty small ones would queue.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
  // The highlighting worker loads each language on demand.
  worker: { format: "es" },
  server: { proxy: { "/api": passedOn, "/login": passedOn } },
})
