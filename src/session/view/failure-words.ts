import type { EventData } from "../event.ts"

type Failed = Pick<EventData<"model.failed">, "kind"> & { status?: number | null | undefined }

/** What went wrong with a call of the model, in a few words: "Server error 500". */
export function failureTitle({ kind, status = null }: Failed): string {
  if (status !== null) return `${titles[kind]} ${status}`
  return kind === "auth" ? noKeyTitle : titles[kind]
}

/** Of a key that is missing as well as of one that was rejected: the message beside it tells which. */
export const noKeyTitle = "No usable API key"

const titles = {
  refused: "The model refused",
  empty: "Empty answer",
  length: "The answer was too long",
  "context-overflow": "The conversation was too long for the model",
  "rate-limit": "Rate limit reached",
  server: "Server error",
  connection: "Connection failed",
  auth: "API key rejected",
  timeout: "Timed out",
  other: "No answer",
} as const satisfies Record<Failed["kind"], string>
