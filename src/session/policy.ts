import type { EventData, EventType } from "./event.ts"

type Policy<T extends EventType> = {
  /** What is fsynced before what; see the durability law. */
  durability: "person" | "intent" | "outcome"
  /** Who may write it: a person's types are appended without a lease. */
  writer: "person" | "driver" | "store"
  /** The text that search finds it by. */
  searchable: false | ((data: EventData<T>) => string | undefined)
  /** The blobs that it keeps alive. */
  blobs?: (data: EventData<T>) => ReadonlyArray<{ blob: string } | undefined>
}

const lines = (...parts: Array<string | undefined>) => parts.filter(Boolean).join("\n") || undefined

/** The decisions that a new event forces. */
export const policies = {
  "session.opened": { durability: "person", writer: "store", searchable: (d) => d.title },
  "session.configured": { durability: "person", writer: "person", searchable: false },
  "session.described": { durability: "person", writer: "person", searchable: (d) => lines(d.title, ...(d.tags ?? [])) },
  "session.owned": { durability: "outcome", writer: "store", searchable: false },
  "session.left": { durability: "outcome", writer: "driver", searchable: false },

  "input.accepted": {
    durability: "person",
    writer: "person",
    searchable: (d) => d.text,
    blobs: (d) => d.attachments ?? [],
  },
  "input.edited": {
    durability: "person",
    writer: "person",
    searchable: (d) => d.text,
    blobs: (d) => d.attachments ?? [],
  },
  "input.withdrawn": { durability: "person", writer: "person", searchable: false },
  "input.consumed": { durability: "outcome", writer: "driver", searchable: false },

  "turn.started": { durability: "outcome", writer: "driver", searchable: false },
  "turn.moved": { durability: "outcome", writer: "driver", searchable: false },
  "turn.cancel-requested": { durability: "person", writer: "person", searchable: (d) => d.reason },
  "turn.resume-requested": { durability: "person", writer: "person", searchable: false },
  "turn.stopped": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(d.summary, ...(d.missing ?? [])),
  },

  "workflow.decided": { durability: "outcome", writer: "driver", searchable: (d) => d.summary },
  "workflow.noted": { durability: "outcome", writer: "driver", searchable: (d) => d.summary },
  "workflow.ledger-changed": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(...d.items.map((item) => item.text)),
  },
  "workflow.artifact-written": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => d.summary,
    blobs: (d) => [d.body],
  },

  "workflow.artifact-edited": {
    durability: "person",
    writer: "person",
    searchable: false,
    blobs: (d) => [d.body],
  },

  "done.defined": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(...(d.criteria ?? []).map((criterion) => criterion.text)),
  },
  "done.changed": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(...(d.items ?? []).map((item) => item.text)),
  },
  "done.verification-planned": { durability: "outcome", writer: "driver", searchable: false },
  "done.verification-started": {
    durability: "intent",
    writer: "driver",
    searchable: (d) => d.command,
    blobs: (d) => (d.job?.watched ?? []).map((path) => path.preImage),
  },
  "done.verification-finished": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(d.summary, d.output?.text),
    blobs: (d) => [d.output?.whole, ...(d.changed ?? []).map((change) => change.preImage)],
  },
  "done.verification-gone-stale": { durability: "outcome", writer: "driver", searchable: (d) => d.because },

  "prompt.built": {
    durability: "outcome",
    writer: "driver",
    searchable: false,
    blobs: (d) => d.sections.map((section) => section.body),
  },

  "model.asked": { durability: "intent", writer: "driver", searchable: false },
  "model.answered": { durability: "outcome", writer: "driver", searchable: (d) => lines(d.text, d.reasoning) },
  "model.failed": { durability: "outcome", writer: "driver", searchable: (d) => lines(d.message, d.text) },
  "model.interrupted": { durability: "outcome", writer: "driver", searchable: (d) => lines(d.text, d.reasoning) },

  "tool.called": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(d.name, ...Object.values(d.arguments).filter((value) => typeof value === "string")),
  },
  "tool.started": {
    durability: "intent",
    writer: "driver",
    searchable: false,
    blobs: (d) => [...(d.files ?? []), ...(d.job?.watched ?? [])].map((file) => file.preImage),
  },
  "tool.finished": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(d.check?.summary, d.output.text),
    blobs: (d) => [d.output.whole, ...d.changed.map((change) => change.preImage)],
  },

  "ask.opened": { durability: "outcome", writer: "driver", searchable: (d) => lines(d.question, d.details) },
  "ask.answered": { durability: "person", writer: "person", searchable: (d) => d.text },
  "ask.expired": { durability: "outcome", writer: "driver", searchable: false },

  "context.compacted": { durability: "outcome", writer: "driver", searchable: (d) => d.summary },
  "context.trimmed": { durability: "outcome", writer: "driver", searchable: false },
  "context.compact-requested": { durability: "person", writer: "person", searchable: (d) => d.focus },
  "context.kept": { durability: "outcome", writer: "driver", searchable: (d) => d.because },

  "workspace.saved": {
    durability: "person",
    writer: "person",
    searchable: (d) => d.change.path,
    blobs: (d) => [d.preImage],
  },
  "workspace.restore-started": {
    durability: "intent",
    writer: "driver",
    searchable: false,
    blobs: (d) => d.files.map((file) => file.preImage),
  },
  "workspace.restored": {
    durability: "outcome",
    writer: "driver",
    searchable: (d) => lines(...d.changed.map((change) => change.path)),
  },
  "history.rewound": { durability: "person", writer: "person", searchable: false },
} as const satisfies { [T in EventType]: Policy<T> }

/** The text that search finds an event by, if any. */
export function searchableText(event: { type: EventType; data: unknown }): string | undefined {
  const { searchable } = policyOf(event.type)
  return searchable === false ? undefined : searchable(event.data as never) || undefined
}

/** The hashes of the blobs that an event keeps alive. */
export function blobsOf(event: { type: EventType; data: unknown }): string[] {
  const refs = policyOf(event.type).blobs?.(event.data as never) ?? []
  return refs.flatMap((ref) => (ref ? [ref.blob] : []))
}

export function policyOf<T extends EventType>(type: T): Policy<T> {
  return policies[type] as unknown as Policy<T>
}
