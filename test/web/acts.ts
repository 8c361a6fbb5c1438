import type { Locator, Page } from "playwright-core"
import { texts } from "../../web/texts.ts"

/** Where a person writes. */
export const messageBox = (page: Page): Locator =>
  page.getByRole("textbox", { name: texts.composer.message, exact: true })

/** Writes a message and sends it by the keyboard. */
export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text)
  await messageBox(page).press("Enter")
}

/** The items of a kind in the transcript. */
export const items = (page: Page, kind: string): Locator =>
  page.getByRole("log").locator(`article[data-kind="${kind}"]`)

/** Waits until keys answer an ask: not at once, since what was typed before it was seen is no answer. */
export const untilArmed = (ask: Locator): Promise<void> => ask.locator("[aria-keyshortcuts]").first().waitFor()

/** The stop card that comes last; it waits until there are so many. */
export async function stopCard(page: Page, count = 1): Promise<Locator> {
  const card = items(page, "stop").nth(count - 1)
  await card.waitFor()
  return card
}

/** The button with this name, in the page or a part of it. */
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole("button", { name, exact: true })

/** Takes something from the menu of the session that is shown. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await button(page.getByRole("main"), texts.shell.header.more).click()
  await page.getByRole("menuitem", { name, exact: true }).click()
}

/** The link of a session in the list. */
export const inList = (page: Page, title: string | RegExp): Locator =>
  page.getByRole("navigation", { name: texts.sessions.name }).getByRole("link", { name: title })

/** A short notice at the edge of the page, by what it says. */
export const notice = (page: Page, says: string): Locator => page.getByRole("dialog", { name: says, exact: true })

/** A notice of something that did not work. It has no role of its own until it has the focus. */
export const problem = (page: Page, says: string | RegExp): Locator =>
  page.getByRole("region", { name: texts.shell.notices }).getByText(says).first()

/** Waits until the browser has fetched what the page may draw later: from then on it needs no server for that. */
export async function fetchedParts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fetched = new Set(performance.getEntriesByType("resource").map(({ name }) => name))
    return [...document.querySelectorAll<HTMLLinkElement>("link[rel=prefetch]")].every(({ href }) => fetched.has(href))
  })
}
