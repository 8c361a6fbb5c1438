import type { ComponentProps, ReactNode } from "react"
import {
  type Components,
  defaultRehypePlugins,
  defaultRemarkPlugins,
  Streamdown,
  useIsCodeFenceIncomplete,
} from "streamdown"
import { texts } from "../texts.ts"
import { CodeBlock } from "./code-block.tsx"
import { htmlAsText } from "./markdown-html.ts"
import { isOwnImage, safeHref } from "./markdown-links.ts"

/** Rendered Markdown, loaded lazily. `open`: still streaming. */
export function MarkdownBody({ text, open }: { text: string; open: boolean }) {
  return (
    <Streamdown
      className="prose"
      mode="streaming"
      isAnimating={open}
      parseIncompleteMarkdown={open}
      components={components}
      controls={false}
      linkSafety={linkSafety}
      rehypePlugins={rehypePlugins}
      remarkPlugins={remarkPlugins}
      urlTransform={asItIs}
    >
      {text}
    </Streamdown>
  )
}

const linkSafety = { enabled: false }
const asItIs = (url: string) => url
const rehypePlugins = [htmlAsText, ...(defaultRehypePlugins.sanitize ? [defaultRehypePlugins.sanitize] : [])]
const remarkPlugins = Object.values(defaultRemarkPlugins)

// Styled by markdown.css instead of the package's styles.
const components: Components = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  p: "p",
  ol: "ol",
  ul: "ul",
  li: "li",
  hr: "hr",
  strong: "strong",
  blockquote: "blockquote",
  sup: "sup",
  sub: "sub",
  section: "section",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  code: "code",
  table: Table,
  pre: Pre,
  a: Link,
  img: Image,
  input: TaskBox,
}

type Given<K extends "h3" | "table" | "pre" | "a" | "img" | "input"> = ComponentProps<K> & { node?: unknown }

/** Headings start below the transcript's own, so that the outline has no gap. */
function heading(depth: 1 | 2 | 3 | 4 | 5 | 6) {
  return function Heading({ children }: Given<"h3">) {
    return <h3 data-depth={depth}>{children}</h3>
  }
}

function Table({ children }: Given<"table">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by the keyboard.
    <section aria-label={texts.transcript.table} tabIndex={0} className="my-3 overflow-x-auto">
      <table>{children}</table>
    </section>
  )
}

function Pre({ node, children }: Given<"pre">) {
  const isOpen = useIsCodeFenceIncomplete()
  const { code, name } = codeOf(node)
  return code === null ? <pre>{children}</pre> : <CodeBlock code={code} name={name} open={isOpen} />
}

function Link({ href = "", children }: Given<"a">) {
  const safe = safeHref(href)
  if (!safe) return <span title={href}>{children}</span>
  return (
    <a href={safe} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}

function Image({ src, alt = "" }: Given<"img">): ReactNode {
  if (typeof src !== "string") return alt
  if (isOwnImage(src)) return <img src={src} alt={alt} loading="lazy" className="max-h-96 max-w-full rounded-lg" />
  return <Link href={src}>{texts.transcript.image(alt)}</Link>
}

function TaskBox({ checked = false }: Given<"input">) {
  return <input type="checkbox" checked={checked} disabled readOnly aria-label={checked ? "Done" : "To do"} />
}

type Hast = { tagName?: string; value?: string; properties?: { className?: unknown }; children?: Hast[] }

/** The text and language of a code block. */
function codeOf(node: unknown): { code: string | null; name: string } {
  const code = (node as Hast | undefined)?.children?.find(({ tagName }) => tagName === "code")
  if (!code) return { code: null, name: "" }
  const names = Array.isArray(code.properties?.className) ? code.properties.className.map(String) : []
  const name = names.find((each) => each.startsWith("language-"))?.slice("language-".length) ?? ""
  return { code: textOf(code).replace(/\n$/, ""), name }
}

const textOf = ({ value, children = [] }: Hast): string => value ?? children.map(textOf).join("")
