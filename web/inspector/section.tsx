import { type ReactNode, useId } from "react"

/** A part of a tab, with its heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="border-b border-line px-4 py-3 last:border-b-0">
      <header className="mb-1.5 flex min-h-6 items-center gap-2">
        <h2 id={heading} className="grow text-xs font-semibold text-ink-faint">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** Why there is nothing to show. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-6 text-sm text-ink-faint">{children}</p>
}

/** A quiet remark. */
export function Remark({ children }: { children: ReactNode }) {
  return <p className="border-b border-line bg-info-soft px-4 py-2 text-xs text-info">{children}</p>
}
