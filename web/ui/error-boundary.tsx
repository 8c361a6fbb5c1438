import { Component, type ReactNode } from "react"
import { texts } from "../texts.ts"
import { Button } from "./button.tsx"

type State = { error: Error | null }

/** Contains render errors: shows the error with Retry, or the fallback `instead`. */
export class ErrorBoundary extends Component<{ children: ReactNode; instead?: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.instead !== undefined) return this.props.instead
    const isOld = isMissingPart(error)
    return (
      <div role="alert" className="m-auto flex max-w-md flex-col items-start gap-3 p-6 text-sm">
        <h2 className="font-semibold">{texts.shell.problem.heading}</h2>
        <p className="break-words text-ink-soft">{isOld ? texts.shell.problem.chunk : error.message}</p>
        {isOld ? (
          <Button onClick={() => location.reload()}>{texts.shell.problem.reload}</Button>
        ) : (
          <Button onClick={() => this.setState({ error: null })}>{texts.retry}</Button>
        )}
      </div>
    )
  }
}

/** A lazy chunk is missing: the server was upgraded since this page was opened. */
function isMissingPart(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|module script|preload CSS/i.test(error.message)
}
