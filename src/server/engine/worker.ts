import { serveEngine } from "./engine-thread.ts"

serveEngine()
