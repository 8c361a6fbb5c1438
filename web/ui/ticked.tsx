/** Text with backticked parts as code. */
export function Ticked({ text }: { text: string }) {
  // Every second part was between backticks; an unpaired backtick is plain text.
  const parts = text.split(/`([^`]+)`/)
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
      <code key={at} className="font-mono text-[0.8125em]">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
