// The client of the HTTP API, for browsers and for Node: what other programs import as `holdfast/client`.

export { ApiProblem, apiClient, type Call, type Client } from "./client.ts"
export { type LiveOptions, type LiveSessions, liveSessions } from "./live-sessions.ts"
export { earlier, emptyView, fetched, type SessionView, type Step, step } from "./session-view.ts"
export { openStream, type Stream, type StreamOptions, type StreamStatus } from "./stream.ts"
