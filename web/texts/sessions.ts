import type { Place, StatusFilter } from "../sessions/filter.ts"
import { count, month, number } from "./amounts.ts"

const sessions = (n: number) => count(n, "session")

/** What the sessions pane and the actions on sessions say. */
export const sessionsTexts = {
  name: "Sessions",
  untitled: "Untitled session",
  undo: "Undo",

  trashed: (title: string) => `“${title}” is in the trash.`,
  archived: (title: string) => `“${title}” is archived.`,
  erased: (title: string) => `“${title}” is erased for good.`,
  erasedCopies: (paths: readonly string[]) => `These copies may still hold it: ${paths.join(", ")}.`,
  undone: (files: number) => `${files} ${files === 1 ? "file is" : "files are"} as before the turn.`,
  redone: (files: number) => `${files} ${files === 1 ? "file is" : "files are"} as after the turn.`,
  undoFinished: "An undo that was cut off is finished now. Nothing else was done.",
  nothingToUndo: "There is nothing to put back.",
  leftAlone: (paths: readonly string[]) => `Left as it is, because it was changed since: ${paths.join(", ")}.`,
  uncovered: (sentences: readonly string[]) => `Not covered: ${sentences.join(" ")}`,
  batchFailed: (n: number, why: string) => `${sessions(n)} ${n === 1 ? "was" : "were"} left as before: ${why}`,

  newSession: "New session",
  more: "More for sessions",
  select: "Select sessions",
  places: { sessions: "Sessions", archive: "Archive", trash: "Trash" } satisfies Record<Place, string>,
  backToSessions: "Back to the sessions",
  trashHint: "What is here takes no messages. It stays until you erase it.",

  search: {
    field: "Search sessions",
    clear: "Clear the search",
    found: (hits: number, more: boolean) => `${number(hits)}${more ? " or more" : ""} found`,
    searching: "Searching…",
    none: (text: string) => `Nothing found for “${text}”.`,
    noneHint: "The whole text of all sessions was searched, but for the trash.",
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
      waits: "Waits for you",
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
    messages: (n: number) => count(n, "message"),
    tag: (tag: string) => `tagged ${tag}`,
    moreTags: (n: number) => `+${number(n)}`,
    forkedFrom: (title: string) => `Forked from “${title}”`,
    forked: "Forked from another session",
    menu: (title: string) => `Actions for “${title}”`,
    actions: "Actions",
    check: (title: string) => `Select “${title}”`,
    rename: "Title of the session",
    select: "Select",
    deleteKey: "Del",
  },
  time: { now: "now", minutes: (n: number) => `${n} min`, hours: (n: number) => `${n} h` },

  batch: {
    bar: "Selected sessions",
    count: (n: number) => `${number(n)} selected`,
    all: "Select all that are shown",
    archive: "Archive",
    unarchive: "Take out of the archive",
    tag: "Tag…",
    delete: "Delete",
    restore: "Take out of the trash",
    erase: "Erase for good…",
    done: "Done",
    archived: (n: number) => `${sessions(n)} archived.`,
    unarchived: (n: number) => `${sessions(n)} taken out of the archive.`,
    trashed: (n: number) => `${sessions(n)} moved to the trash.`,
    restored: (n: number) => `${sessions(n)} taken out of the trash.`,
    tagged: (n: number, tags: readonly string[]) => `${sessions(n)} tagged ${tags.join(", ")}.`,
  },
  tagsDialog: {
    title: "Tags",
    description: "Separate them by commas.",
    field: "Tags of the session",
    do: "Save",
  },
  tagDialog: {
    title: (n: number) => `Tag ${sessions(n)}`,
    description: "Added to the tags that each of them has. Separate tags by commas.",
    field: "Tags to add",
    known: "Tags in use",
    do: "Add",
  },
  eraseDialog: {
    title: (n: number) => (n === 1 ? "Erase this session for good?" : `Erase ${sessions(n)} for good?`),
    description:
      "Messages, attachments and what is remembered of changed files are removed from this machine. Files in workspaces stay. This cannot be undone.",
    more: (n: number) => `and ${number(n)} more`,
    forks: "Forks keep a copy of what they share with it. Without this, a session that has forks is not erased.",
    do: "Erase for good",
    progress: (done: number, of: number) => `Erasing ${done} of ${of}…`,
  },

  import: {
    do: "Import sessions…",
    importing: (name: string, at: number, of: number) =>
      of > 1 ? `Importing ${name} (${at} of ${of})…` : `Importing ${name}…`,
    imported: (title: string) => `“${title}” is imported.`,
    extended: (title: string) => `“${title}” was here already. What was new in the file is added.`,
    unchanged: (title: string) => `“${title}” is here already, with everything that the file has.`,
    failed: (name: string, why: string) => `${name} was not imported. ${why}`,
    asCopy: "Import as a copy",
    open: "Open",
    sessionOf: (name: string) => name.replace(/\.(jsonl|json)$/i, ""),
  },

  empty: {
    none: "No sessions yet.",
    noneHint: "A session is a piece of work with the agent in one directory.",
    archive: "The archive is empty.",
    trash: "The trash is empty.",
    filtered: "No session matches these filters.",
    looking: "Looking through older sessions…",
  },
  loadFailed: "The sessions could not be loaded.",
} as const
