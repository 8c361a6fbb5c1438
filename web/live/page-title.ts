import type { Row } from "../../src/server/contract/common.ts"
import { texts } from "../texts.ts"
import { isUnread, standingOf, wantsPerson } from "./standing.ts"

/** What the tab says of a session. */
export function pageTitle(row: Row | undefined, title: string | null): string {
  const { waits, unread, of } = texts.shell.pageTitle
  const sign = !row ? "" : wantsPerson(standingOf(row)) ? `${waits} ` : isUnread(row) ? `${unread} ` : ""
  return `${sign}${of(title ?? texts.shell.header.untitled)}`
}
