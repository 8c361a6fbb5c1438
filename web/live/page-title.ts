import type { Row } from "../../src/server/contract/common.ts"
import { texts } from "../texts.ts"
import { isUnread, sessionStatusOf, wantsPerson } from "./session-status.ts"

/** The tab title; a visible session does not count as unread. */
export function pageTitle(row: Row | undefined, title: string | null, { isVisible }: { isVisible: boolean }): string {
  const { waits, unread, of } = texts.shell.pageTitle
  const isNew = row !== undefined && isUnread(row) && !isVisible
  const sign = row && wantsPerson(sessionStatusOf(row)) ? `${waits} ` : isNew ? `${unread} ` : ""
  return `${sign}${of(title ?? texts.shell.header.untitled)}`
}
