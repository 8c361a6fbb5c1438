import { texts } from "../texts.ts"
import { useUnfolded } from "./list-facts.ts"

const linesAtMost = 14
const charactersAtMost = 1_800

/** The words of a person as they wrote them; a long text is folded. */
export function InputText({ id, text }: { id: string; text: string }) {
  const [isOpen, setOpen] = useUnfolded(`${id}:text`)
  const lines = text.split("\n")
  const isLong = lines.length > linesAtMost + 4 || text.length > charactersAtMost * 1.3
  const shown = isLong && !isOpen ? lines.slice(0, linesAtMost).join("\n").slice(0, charactersAtMost) : text
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">
        {shown}
        {isLong && !isOpen && "…"}
      </p>
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
