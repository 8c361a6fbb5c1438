import type { Row } from "../../src/server/contract/common.ts"
import { texts } from "../texts.ts"
import { isUnread, standingOf, wantsPerson } from "./standing.ts"

/** What the tab says of a session. What is looked at is not called unread. */
export function pageTitle(row: Row | undefined, title: string | null, { isVisible }: { isVisible: boolean }): string {
  const { waits, unread, of } = texts.shell.pageTitle
  const isNew = row !== undefined && isUnread(row) && !isVisible
  const sign = row && wantsPerson(standingOf(row)) ? `${waits} ` : isNew ? `${unread} ` : ""
  return `${sign}${of(title ?? texts.shell.header.untitled)}`
}
