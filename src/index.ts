// The SDK: what other programs import.

export { type Agent, type AgentOptions, type Answer, createAgent, type Edit, type NewInput } from "./agent/agent.ts"
export { lastAnswer } from "./agent/context/last-answer.ts"
export { type OpenAgent, type OpenAgentOptions, openAgent } from "./agent/open-agent.ts"
export { type Erasure, eraseSession } from "./agent/sessions/erase.ts"
export { type RewindOptions, type Rewound, rewind } from "./agent/sessions/rewind.ts"
export { type Undone, type UndoOptions, undo } from "./agent/sessions/undo.ts"
export { defineTool, type NewTool } from "./agent/tool-calls/define-tool.ts"
export type { Rest } from "./agent/turn/drive.ts"
export { defaultLimits, type Limits } from "./agent/turn/limits.ts"
export type { ModelSettings } from "./models/catalog/model-settings.ts"
export { openModel } from "./models/catalog/open-model.ts"
export type {
  Call,
  Failure,
  Message,
  Model,
  Part,
  Profile,
  Purpose,
  Request,
  ToolDescription,
  ToolFormat,
} from "./models/contract.ts"
export type { ScriptStep } from "./models/script.ts"
export { type ScriptOptions, scriptedModel } from "./models/scripted-model.ts"
export type { Access, AccessedPath as Place } from "./session/accessed-path.ts"
export { emptyState } from "./session/empty-state.ts"
export { type ErrorCode, errorCodes, HoldfastError, isHoldfastError } from "./session/error.ts"
export type {
  BlobRef,
  CheckStatus,
  Evidence,
  FileChange,
  Observation,
  PermissionMode,
  Strength,
  Usage,
  WorkflowMode,
} from "./session/event/common.ts"
export type { Requirement } from "./session/event/input.ts"
export { exitCodeOf, type Phase, type StopCode, stopCodes } from "./session/event/turn.ts"
export type { TurnFacts } from "./session/event/turn-facts.ts"
export {
  type Actor,
  type Event,
  type EventData,
  type EventType,
  envelope,
  eventSchemas,
  eventVersions,
  type ForeignEvent,
  isKnown,
  type NewEvent,
} from "./session/event.ts"
export { apply, branchToRefold, fold, foldBranch } from "./session/fold.ts"
export { applyDelta, type Channel, type Delta, noPartials, openPartials, type Partials } from "./session/partial.ts"
export type { SessionState } from "./session/state.ts"
export { type ContextMessage, compactedMark, contextStart, modelContext } from "./session/view/context.ts"
export { type ContextSize, contextSize } from "./session/view/context-size.ts"
export { ledger } from "./session/view/ledger.ts"
export { modelHere } from "./session/view/model-here.ts"
export { describeMove, type Move, movesIn, phaseAfter } from "./session/view/move.ts"
export { ownerPath } from "./session/view/owner-path.ts"
export { permissionsHere } from "./session/view/permission.ts"
export { serverHere } from "./session/view/server.ts"
export { completionTrace, type TraceEntry } from "./session/view/trace.ts"
export { type TranscriptItem, transcript } from "./session/view/transcript.ts"
export { type Next, type Why, why } from "./session/view/why.ts"
export type {
  Adopted,
  Authority,
  Damage,
  EraseOptions,
  ForeignLog,
  Hit,
  Lease,
  ListQuery,
  NewOwner,
  NewSession,
  Overview,
  Page,
  Piece,
  Problem,
  ReadOptions,
  Receipt,
  Report,
  SearchQuery,
  SessionRow,
  Status,
  Store,
  StoreCopy,
} from "./store/contract.ts"
export { type MemoryOptions, openMemoryStore } from "./store/memory/memory-store.ts"
export type { SqliteOptions as StoreOptions } from "./store/sqlite/open-core.ts"
export { openSqliteStore as openStore } from "./store/sqlite/store.ts"
export { uuidv7 } from "./store/uuid.ts"
export type { Act, Look, Result, Tool, ToolContext } from "./tools/contract.ts"
export { tools as ownTools } from "./tools/tool-set.ts"
