import { defineConfig, type UserConfig } from "tsdown"

const shared = {
  format: "esm",
  platform: "node",
  tsconfig: "tsconfig.build.json",
  target: "node22.22",
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
} satisfies UserConfig

/** What other programs import: it shares its dependencies, such as zod, with them. */
const library: UserConfig = {
  ...shared,
  name: "library",
  entry: { index: "src/index.ts", client: "src/client/index.ts" },
  dts: true,
}

/**
 * The program: a command starts faster from few files that contain their dependencies than from hundreds that Node has to
 * find, read and link. The chunks follow the rooms, whose imports go down only.
 */
const program: UserConfig = {
  ...shared,
  name: "program",
  entry: {
    cli: "src/cli/main.ts",
    // Threads are begun by the name of their file.
    "store-worker": "src/store/thread/worker.ts",
    "engine-worker": "src/server/engine/worker.ts",
    "verify-worker": "src/server/handlers/system/verify-worker.ts",
    "import-worker": "src/server/imports/import-worker.ts",
  },
  dts: false,
  deps: {
    alwaysBundle: [/.*/],
    // It brings a binary of its own.
    neverBundle: ["@vscode/ripgrep"],
  },
  // Names stay readable in a stack trace.
  minify: { compress: false, mangle: false },
  outputOptions: {
    // A chunk holds modules that not every command needs: each is evaluated when it is first imported.
    strictExecutionOrder: true,
    codeSplitting: {
      groups: [
        { name: "store", test: /[\\/]src[\\/](base|host|session|store)[\\/]|node_modules[\\/]zod[\\/]/, priority: 3 },
        { name: "agent", test: /[\\/]src[\\/](shell|workflow|models|tools|permissions|agent)[\\/]/, priority: 2 },
        {
          name: "server",
          test: /[\\/]src[\\/](present|server|client)[\\/]|node_modules[\\/](@hono|hono)[\\/]/,
          priority: 1,
        },
      ],
    },
  },
}

export default defineConfig([library, program])
