import { texts } from "../texts.ts"
import { Ticked } from "../ui/ticked.tsx"
import { inputParts } from "./input-parts.ts"
import { useUnfolded } from "./list-facts.ts"

const linesAtMost = 14
const charactersAtMost = 1_800

/** A user's message verbatim, with fenced code; folded if long. */
export function InputText({ id, text }: { id: string; text: string }) {
  const [isOpen, setOpen] = useUnfolded(`${id}:text`)
  const lines = text.split("\n")
  const isLong = lines.length > linesAtMost + 4 || text.length > charactersAtMost * 1.3
  const shown = isLong && !isOpen ? lines.slice(0, linesAtMost).join("\n").slice(0, charactersAtMost) : text
  return (
    <>
      {inputParts(isLong && !isOpen ? `${shown}…` : shown).map(({ kind, text: part }, at) =>
        kind === "code" ? (
          <pre
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
            key={at}
            className="my-2 rounded-md border border-line bg-ground px-3 py-2 font-mono text-[0.8125rem] leading-5 whitespace-pre-wrap wrap-anywhere first:mt-0 last:mb-0"
          >
            {part}
          </pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <p key={at} className="whitespace-pre-wrap wrap-anywhere">
            <Ticked text={part} />
          </p>
        ),
      )}
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 text-sm text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {isOpen ? texts.transcript.showLess : texts.transcript.showAll(lines.length)}
        </button>
      )}
    </>
  )
}
