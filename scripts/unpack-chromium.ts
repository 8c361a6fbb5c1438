import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { inflate } from "@sparticuz/chromium"

// Unpacks the browser of the package, with its fonts and libraries, to the temporary directory of this process.

const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin")
const packed = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]
await Promise.all(packed.map((name) => inflate(join(bin, name))))
