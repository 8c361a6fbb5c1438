import fc from "fast-check"
import { tidy } from "../../../src/workflow/outline/lines.ts"

const pieces = [
  "# Brief",
  "# Implementation Plan",
  "# Verification Plan",
  "<<<VERIFICATION>>>",
  "## Constraints",
  "## Non Goals (assumed)",
  "## 2. Acceptance Criteria:",
  "## Execution Order",
  "## File Changes",
  "## Verification Commands",
  "## Task Statement",
  "## Clarify Question",
  "## Clarify Answer",
  "## Workflow Contract",
  "# Something else",
  "## Something else #",
  "### Deeper",
  "## Notes: and more",
  "# Verification Plan: of it",
  "**Risks:** few",
  "**Notes**",
  "Commands:",
  "- one",
  "- [ ] two",
  "- \\[x] three",
  "  - nested",
  "1. first",
  "   more",
  "\tmore",
  "plain",
  "> quoted",
  "---",
  "- TBD",
  "- None yet",
  "```",
  "```sh",
  "~~~",
  "    ```",
  "npm test",
  "- `npm test` and `npm run lint`",
  "- npm run build &&",
  "$ pytest -q \\",
  "cat <<EOF",
  "EOF",
  "echo 'open",
  'node -e "a" | # note',
  "",
  "",
] as const

/** Markdown that is made of what the parsers look for, in any order, with anything else in between. */
export const markdown = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: "grapheme" })), {
    maxLength: 30,
  })
  .map((lines) => lines.join("\n"))

/** Text as the parsers give it: trimmed, with anything in it. */
export const text = fc.oneof(fc.string({ unit: "grapheme" }), markdown).map(tidy)
export const item = text.filter((value) => value !== "")
