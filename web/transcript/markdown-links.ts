/** A safe link target; null if it is not allowed. */
export function safeHref(href: string): string | null {
  const text = href.trim()
  if (/^(https?:|mailto:)/i.test(text) || text.startsWith("#")) return text
  return null
}

/** Whether an image may be loaded: a remote one would reveal the reader to its server. */
export function isOwnImage(source: string): boolean {
  return /^(data:image\/(?!svg)|blob:)/i.test(source) || (source.startsWith("/api/") && !source.startsWith("//"))
}
