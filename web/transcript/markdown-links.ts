/** Where a link of a model may lead; null where it may not. */
export function safeHref(href: string): string | null {
  const text = href.trim()
  if (/^(https?:|mailto:)/i.test(text) || text.startsWith("#")) return text
  return null
}

/** Whether an image may be drawn: one from elsewhere would tell that server who reads it. */
export function isOwnImage(source: string): boolean {
  return /^(data:image\/(?!svg)|blob:)/i.test(source) || (source.startsWith("/api/") && !source.startsWith("//"))
}
