import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { announce } from "../live/announce.ts"
import { useCell } from "../live/cell.ts"
import type { Command } from "../live/commands.ts"
import { sendKey } from "../live/preferences.ts"
import { texts } from "../texts.ts"
import { sends } from "./send-key.ts"
import { SuggestionList } from "./suggestion-list.tsx"
import { type Token, tokenAt, withTaken } from "./token.ts"
import { type Suggestion, useSuggestions } from "./use-suggestions.ts"

export type MessageBoxProps = {
  session: string
  text: string
  placeholder: string
  disabled: boolean
  describedBy: string | undefined
  onWrite: (text: string) => void
  onSend: () => void
  onCommand: (command: Command) => void
  /** An arrow key that may recall earlier inputs. True if it was handled. */
  onRecall: (direction: "further" | "nearer") => boolean
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  onLeave: () => void
  ref?: Ref<MessageBoxHandle>
}

/** Imperative access to the box for the rest of the composer. */
export type MessageBoxHandle = { focus: () => void; element: () => HTMLTextAreaElement | null }

const growsByItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content")

/** The text box, with suggestions for files after `@` and commands after `/`. */
export function MessageBox(props: MessageBoxProps) {
  const { session, text, disabled, onWrite } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const wantedCaret = useRef<number | null>(null)
  const sendsBy = useCell(sendKey)

  useImperativeHandle(props.ref, () => ({ focus: () => box.current?.focus(), element: () => box.current }), [])

  const found = disabled || caret < 0 ? null : tokenAt(text, Math.min(caret, text.length))
  const token = found && closedFor === placeOf(found) ? null : found
  const suggestions = useSuggestions(session, token)
  const isOpen = token !== null && (suggestions.items.length > 0 || suggestions.isLoading || suggestions.note !== null)
  const at = Math.min(active, suggestions.items.length - 1)

  const count = token ? suggestions.items.length : 0
  useLayoutEffect(() => {
    if (count > 0) announce(texts.composer.suggestionCount(count))
  }, [count])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    if (!growsByItself) {
      element.style.height = "auto"
      element.style.height = `${element.scrollHeight}px`
    }
    if (wantedCaret.current === null) return
    element.setSelectionRange(wantedCaret.current, wantedCaret.current)
    wantedCaret.current = null
  }, [text])

  const write = (next: string, to: number) => {
    setCaret(to)
    setActive(0)
    onWrite(next)
  }
  const take = (item: Suggestion) => {
    if (!token) return
    if (item.command) {
      props.onCommand(item.command)
      return
    }
    const { text: next, caret: to } = withTaken(text, token, item.taken)
    // No space after a directory, so that typing can continue below it.
    const isGap = item.more && next[to - 1] === " "
    wantedCaret.current = item.more ? to - 1 : to
    write(isGap ? next.slice(0, to - 1) + next.slice(to) : next, wantedCaret.current)
  }

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Ignore keys of an input method; Safari reports them by key code only.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (isOpen && token && pressInList(event, token)) return
    if (sends(event, sendsBy)) {
      event.preventDefault()
      props.onSend()
      return
    }
    const isArrow = event.key === "ArrowUp" || event.key === "ArrowDown"
    if (isArrow && !hasModifier(event) && props.onRecall(event.key === "ArrowUp" ? "further" : "nearer")) {
      event.preventDefault()
    }
  }

  const pressInList = (event: KeyboardEvent, open: Token): boolean => {
    const many = suggestions.items.length
    const item = suggestions.items[at]
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (many === 0 || hasModifier(event)) return false
        setActive((at + (event.key === "ArrowDown" ? 1 : many - 1)) % many)
        break
      case "Tab":
      case "Enter":
        if (!item || hasModifier(event)) return false
        take(item)
        break
      case "Escape":
        setClosedFor(placeOf(open))
        event.stopPropagation()
        break
      default:
        return false
    }
    event.preventDefault()
    return true
  }

  const isListed = isOpen && suggestions.items.length > 0
  return (
    <>
      {isOpen && token && (
        <SuggestionList
          id={listId}
          name={token.kind === "file" ? texts.composer.files : texts.composer.commands}
          suggestions={suggestions}
          active={at}
          onActive={setActive}
          onTake={take}
        />
      )}
      <textarea
        ref={box}
        aria-label={texts.composer.message}
        aria-autocomplete="list"
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed ? `${listId}-${at}` : undefined}
        aria-describedby={props.describedBy}
        value={text}
        rows={1}
        disabled={disabled}
        placeholder={props.placeholder}
        enterKeyHint={sendsBy === "enter" ? "send" : "enter"}
        onChange={({ target }) => {
          setClosedFor((closed) => (closed === placeOf(tokenAt(target.value, target.selectionStart)) ? closed : null))
          write(target.value, target.selectionStart)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={press}
        onPaste={props.onPaste}
        onBlur={() => {
          setCaret(-1)
          props.onLeave()
        }}
        // At least 16 px for touch: phones zoom into smaller fields.
        className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none overflow-y-auto bg-transparent px-4 pt-3 pb-1 text-[0.9375rem] leading-6 outline-none placeholder:text-ink-faint disabled:opacity-60 max-md:text-base pointer-coarse:text-base"
      />
    </>
  )
}

/** After Escape the list stays closed for this token. */
function placeOf(token: Token | null): string | null {
  return token && `${token.kind} ${token.from}`
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}
