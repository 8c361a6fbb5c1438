import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Spinner } from "../ui/spinner.tsx"

/** Renders a query's data, a loading state, or its error. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T, Error>
  children: (data: NonNullable<T>) => ReactNode
}) {
  const { data, error, refetch } = query
  if (data !== undefined && data !== null) return <>{children(data)}</>
  if (error) {
    return (
      <div role="alert" className="px-4 py-4 text-sm">
        <p className="mb-2 text-bad">{error.message || texts.inspector.couldNotLoad}</p>
        <Button onClick={() => void refetch()}>{texts.retry}</Button>
      </div>
    )
  }
  return (
    <p className="flex items-center gap-2 px-4 py-6 text-sm text-ink-faint">
      <Spinner /> {texts.loading}
    </p>
  )
}
