import { cardTexts } from "./texts/cards.ts"
import { composerTexts } from "./texts/composer.ts"
import { inspectorTexts } from "./texts/inspector.ts"
import { sessionsTexts } from "./texts/sessions.ts"
import { shellTexts } from "./texts/shell.ts"
import { transcriptTexts } from "./texts/transcript.ts"

/** All texts of the web app; a translation is another object of this type. */
export const texts = {
  close: "Close",
  cancel: "Cancel",
  somethingWentWrong: "Something went wrong.",
  loading: "Loading…",
  retry: "Try again",
  copy: "Copy",
  copied: "Copied",
  shell: shellTexts,
  sessions: sessionsTexts,
  transcript: transcriptTexts,
  composer: composerTexts,
  inspector: inspectorTexts,
  cards: cardTexts,
} as const
