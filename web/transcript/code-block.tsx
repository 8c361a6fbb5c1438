import { Check, Copy, WrapText } from "lucide-react"
import { memo, useEffect, useState } from "react"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { useCopied } from "./code-copy.ts"
import { cachedLines, highlight } from "./code-highlight.ts"
import { type Language, languageOf } from "./code-languages.ts"
import type { CodeLine, Token } from "./code-tokens.ts"

/** A code block, highlighted once it is complete. */
export const CodeBlock = memo(function CodeBlock({
  code,
  name,
  open = false,
}: {
  code: string
  /** The language name, possibly empty or unknown. */
  name: string
  open?: boolean
}) {
  const [wraps, setWraps] = useState(false)
  const [isCopied, copy] = useCopied()
  const says = texts.transcript
  return (
    <figure
      className="group/code my-3 overflow-hidden rounded-lg border border-line bg-sunken"
      aria-label={name || says.code}
    >
      <figcaption className="flex h-8 items-center gap-1 border-b border-line pr-1 pl-3 text-xs text-ink-faint pointer-coarse:h-11">
        <span className="grow truncate font-mono">{name}</span>
        <span data-actions className="flex">
          <IconButton
            name={wraps ? says.unwrapCode : says.wrapCode}
            aria-pressed={wraps}
            onClick={() => setWraps(!wraps)}
            className="size-7 min-h-7 aria-pressed:text-accent"
          >
            <WrapText size={14} aria-hidden />
          </IconButton>
          <IconButton
            name={isCopied ? texts.copied : says.copyCode}
            onClick={() => copy(code)}
            className="size-7 min-h-7"
          >
            {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          </IconButton>
        </span>
      </figcaption>
      <Code code={code} language={open ? null : languageOf(name)} wraps={wraps} />
    </figure>
  )
})

/** Code with highlighting once available. */
function Code({
  code,
  language,
  wraps = false,
  className,
}: {
  code: string
  language: Language | null
  wraps?: boolean
  className?: string
}) {
  const lines = useTokens(code, language)
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by the keyboard.
      tabIndex={0}
      className={classes(
        "px-3 py-2.5 font-mono text-[0.8125rem] leading-5",
        wraps ? "whitespace-pre-wrap wrap-anywhere" : "overflow-x-auto",
        className,
      )}
    >
      <code>
        {lines
          ? lines.map(({ at, tokens }) => <Line key={at} tokens={tokens} isLast={at === lines.at(-1)?.at} />)
          : code}
      </code>
    </pre>
  )
}

const Line = memo(function Line({ tokens, isLast }: { tokens: readonly Token[]; isLast: boolean }) {
  return (
    <>
      {tokens.map(({ at, text, kind }) =>
        kind === null ? (
          text
        ) : (
          <span key={at} className={`code-${kind}`}>
            {text}
          </span>
        ),
      )}
      {!isLast && "\n"}
    </>
  )
})

function useTokens(code: string, language: Language | null): readonly CodeLine[] | null {
  const [highlighted, setHighlighted] = useState<{ code: string; lines: readonly CodeLine[] } | null>(null)
  const known = language ? cachedLines(code, language) : undefined
  const isKnown = known !== undefined
  useEffect(() => {
    if (!language || isKnown) return
    let isWanted = true
    void highlight(code, language).then((lines) => isWanted && lines && setHighlighted({ code, lines }))
    return () => {
      isWanted = false
    }
  }, [code, language, isKnown])
  return known ?? (highlighted?.code === code ? highlighted.lines : null)
}
