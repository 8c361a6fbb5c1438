import { serveEngine } from "./thread.ts"

serveEngine()
