import type { EventData } from "../event.ts"

type Failed = Pick<EventData<"model.failed">, "kind"> & { status?: number | null | undefined }

/** What went wrong with a call of the model, in a few words: "Server error 500". */
export function failureTitle({ kind, status = null }: Failed): string {
  return status === null ? titles[kind] : `${titles[kind]} ${status}`
}

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
