import { counted } from "../../src/base/amount-text.ts"
import type { ListScope, StatusFilter } from "../sessions/filter.ts"
import { month, number } from "./amounts.ts"

const sessions = (n: number) => counted(n, "session")

export const sessionsTexts = {
  name: "Sessions",
  untitled: "Untitled session",
  undo: "Undo",

  trashed: (title: string) => `Moved “${title}” to the trash.`,
  archived: (title: string) => `Archived “${title}”.`,
  erased: (title: string) => `Erased “${title}” permanently.`,
  erasedCopies: (paths: readonly string[]) => `These copies may still contain it: ${paths.join(", ")}.`,
  undone: (files: number) => `${counted(files, "file")} restored.`,
  redone: (files: number) => `${counted(files, "file")} changed again.`,
  undoFinished: "Finished an interrupted undo. Nothing else was done.",
  nothingToUndo: "Nothing to undo.",
  leftAlone: (paths: readonly string[]) => `Not restored, because of newer changes: ${paths.join(", ")}.`,
  uncovered: (sentences: readonly string[]) => `Not undone: ${sentences.join(" ")}`,
  batchFailed: (n: number, why: string) => `${sessions(n)} not changed: ${why}`,

  newSession: "New session",
  more: "More options",
  select: "Select sessions",
  places: { sessions: "Sessions", archive: "Archive", trash: "Trash" } satisfies Record<ListScope, string>,
  backToSessions: "Back to sessions",
  trashHint: "Deleted sessions are kept until you erase them.",

  search: {
    field: "Search sessions",
    clear: "Clear search",
    found: (hits: number, more: boolean) => `${number(hits)}${more ? " or more" : ""} found`,
    searching: "Searching…",
    none: (text: string) => `No matches for “${text}”.`,
    noneHint: "The trash is not searched.",
    inProject: (project: string) => `In ${project} only.`,
    everywhere: "Search all projects",
    moreHere: (n: number) => `${number(n)} more in this session`,
    moreResults: "Show more",
  },

  filter: {
    show: "Filter sessions",
    group: "Filters",
    project: "Project",
    allProjects: "All projects",
    status: "Status",
    anyStatus: "Any status",
    statuses: {
      working: "Working",
      waits: "Waiting for you",
      unread: "Unread",
      interrupted: "Interrupted",
      failed: "Failed",
    } satisfies Record<StatusFilter, string>,
    tag: "Tag",
    counted: (name: string, n: number) => `${name} (${number(n)})`,
    anyTag: "Any tag",
    only: (parts: readonly string[]) => `Only: ${parts.join(", ")}`,
    clear: "Clear filters",
  },

  groups: { pinned: "Pinned", today: "Today", yesterday: "Yesterday", earlier: "Earlier this month" },
  month,

  row: {
    unread: "unread",
    pinned: "pinned",
    messages: (n: number) => counted(n, "message"),
    tag: (tag: string) => `tagged ${tag}`,
    moreTags: (n: number) => `+${number(n)}`,
    forkedFrom: (title: string) => `Forked from “${title}”`,
    forked: "Forked from another session",
    menu: (title: string) => `Actions for “${title}”`,
    actions: "Actions",
    check: (title: string) => `Select “${title}”`,
    rename: "Session title",
    select: "Select",
    deleteKey: "Del",
  },
  time: { now: "now", minutes: (n: number) => `${n} min`, hours: (n: number) => `${n} h` },

  batch: {
    bar: "Selected sessions",
    count: (n: number) => `${number(n)} selected`,
    all: "Select all shown",
    archive: "Archive",
    unarchive: "Unarchive",
    tag: "Tag…",
    delete: "Delete",
    restore: "Restore",
    erase: "Erase permanently…",
    done: "Done",
    archived: (n: number) => `${sessions(n)} archived.`,
    unarchived: (n: number) => `${sessions(n)} unarchived.`,
    trashed: (n: number) => `${sessions(n)} moved to the trash.`,
    restored: (n: number) => `${sessions(n)} restored.`,
    tagged: (n: number, tags: readonly string[]) => `${sessions(n)} tagged ${tags.join(", ")}.`,
  },
  tagsDialog: {
    title: "Tags",
    description: "Separate tags with commas.",
    field: "Session tags",
    do: "Save",
  },
  tagDialog: {
    title: (n: number) => `Tag ${sessions(n)}`,
    description: "Added to the tags each session already has. Separate tags with commas.",
    field: "Tags to add",
    known: "Tags in use",
    do: "Add",
  },
  eraseDialog: {
    title: (n: number) => (n === 1 ? "Erase this session permanently?" : `Erase ${sessions(n)} permanently?`),
    description:
      "Messages, attachments and the history of changed files are removed from this machine. Workspace files are kept. This cannot be undone.",
    more: (n: number) => `and ${number(n)} more`,
    forks: "Copy the shared part into forks. Otherwise sessions with forks are not erased.",
    do: "Erase permanently",
    progress: (done: number, of: number) => `Erasing ${done} of ${of}…`,
  },

  import: {
    do: "Import sessions…",
    importing: (name: string, at: number, of: number) =>
      of > 1 ? `Importing ${name} (${at} of ${of})…` : `Importing ${name}…`,
    imported: (title: string) => `Imported “${title}”.`,
    extended: (title: string) => `“${title}” already existed. New events from the file were added.`,
    unchanged: (title: string) => `“${title}” already exists, with everything in the file.`,
    failed: (name: string, why: string) => `${name} was not imported. ${why}`,
    asCopy: "Import as a copy",
    open: "Open",
    sessionOf: (name: string) => name.replace(/\.(jsonl|json)$/i, ""),
  },

  empty: {
    none: "No sessions yet.",
    noneHint: "A session is one conversation with the agent in one folder.",
    archive: "The archive is empty.",
    trash: "The trash is empty.",
    filtered: "No session matches these filters.",
    looking: "Searching older sessions…",
  },
  loadFailed: "Could not load the sessions.",
} as const
