import { defineConfig } from "tsdown"

export default defineConfig({
  entry: {
    index: "src/index.ts",
    client: "src/client/index.ts",
    cli: "src/cli/main.ts",
    // Threads are begun by the name of their file.
    "store-worker": "src/store/thread/worker.ts",
    "engine-worker": "src/server/engine/worker.ts",
    "verify-worker": "src/server/handlers/house/verify-worker.ts",
    "import-worker": "src/server/import-worker.ts",
  },
  format: "esm",
  platform: "node",
  tsconfig: "tsconfig.build.json",
  target: "node22.22",
  dts: { entry: ["src/index.ts", "src/client/index.ts"] },
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
})
