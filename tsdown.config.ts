import { defineConfig } from "tsdown"

export default defineConfig({
  entry: { index: "src/index.ts", cli: "src/cli/main.ts" },
  format: "esm",
  platform: "node",
  tsconfig: "tsconfig.build.json",
  target: "node22.22",
  dts: { entry: "src/index.ts" },
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
  // The grammar is read at run time, beside the code that reads it.
  copy: "src/permissions/bash.wasm",
})
