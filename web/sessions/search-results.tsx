import { useMemo, useState } from "react"
import type { Hit } from "../../src/store/contract.ts"
import { moment } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { PageLink } from "../ui/page-link.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { Ago } from "./ago.tsx"
import { bySession, pieces, type SearchResult, withShortLead } from "./hits-by-session.ts"
import { narrow } from "./pane-state.ts"
import { nameOf } from "./row-texts.ts"
import { onResultKey, resultsId } from "./search-keys.ts"
import { useSearch } from "./use-search.ts"

const words = texts.sessions.search
const shownAtFirst = 3

/** Search results by session, newest first. */
export function SearchResults({ text, project }: { text: string; project: string | null }) {
  const { data, error, isBehind, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSearch(text, project)
  const hits = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const found = useMemo(() => bySession(hits), [hits])
  const isNothing = data !== undefined && !isBehind && hits.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its links, caught where they bubble to.
    <div id={resultsId} onKeyDown={onResultKey} className="min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-4">
      <p role="status" className="flex min-h-6 items-center gap-2 px-2.5 text-xs text-ink-faint">
        {error ? null : isBehind || !data ? (
          <>
            <Spinner /> {words.searching}
          </>
        ) : isNothing ? (
          words.none(text)
        ) : (
          words.found(hits.length, hasNextPage)
        )}
      </p>
      {error && (
        <div className="flex flex-col items-start gap-2 px-2.5 py-2 text-sm text-ink-soft">
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </div>
      )}
      {project !== null && (
        <p className="px-2.5 py-1 text-xs text-ink-faint">
          {words.inProject(nameOf(project))}{" "}
          <button
            type="button"
            onClick={() => narrow({ project: null })}
            className="text-accent underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {words.everywhere}
          </button>
        </p>
      )}
      {isNothing && <p className="px-2.5 py-1 text-xs text-ink-faint">{words.noneHint}</p>}
      <div className={classes(isBehind && "opacity-60")}>
        {found.map((one) => (
          <FoundSession key={one.session} found={one} />
        ))}
      </div>
      {hasNextPage && !isBehind && (
        <Button className="mt-2 w-full" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? <Spinner /> : null} {words.moreResults}
        </Button>
      )}
    </div>
  )
}

function FoundSession({ found: { session, title, hits } }: { found: SearchResult }) {
  const [isWhole, setWhole] = useState(false)
  // Do not repeat a title that is itself a hit.
  const inTitle = hits.find(({ snippet }) => snippet.text === title)
  const others = hits.filter((hit) => hit !== inTitle)
  const shown = isWhole ? others : others.slice(0, shownAtFirst)
  const name = title ?? texts.sessions.untitled
  return (
    <div className="pt-1">
      <h2 className="text-sm font-medium">
        <PageLink
          to={{ session }}
          title={name}
          className="flex items-center gap-2 rounded-lg px-2.5 py-1 hover:bg-surface focus-visible:bg-surface pointer-coarse:py-2.5"
        >
          <span className="min-w-0 grow truncate">{inTitle ? <Marked snippet={inTitle.snippet} /> : name}</span>
          {hits[0] && <Ago at={hits[0].at} now={new Date()} className="font-normal" />}
        </PageLink>
      </h2>
      <ul aria-label={name}>
        {shown.map((hit) => (
          <li key={hit.seq}>
            <FoundHit hit={hit} />
          </li>
        ))}
      </ul>
      {shown.length < others.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="rounded-md px-2.5 py-1 text-xs text-accent hover:underline pointer-coarse:min-h-11"
        >
          {words.moreHere(others.length - shown.length)}
        </button>
      )}
    </div>
  )
}

function Marked({ snippet }: { snippet: Hit["snippet"] }) {
  return pieces(snippet).map(({ text, marked, at }) =>
    marked ? (
      <mark key={at} className="rounded-xs bg-warn-soft font-semibold text-ink">
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}

function FoundHit({ hit }: { hit: Hit }) {
  return (
    <PageLink
      to={{ session: hit.session, seq: hit.seq }}
      title={moment(hit.at)}
      className="block rounded-lg px-2.5 py-1.5 text-xs leading-5 text-ink-soft hover:bg-surface focus-visible:bg-surface pointer-coarse:min-h-11"
    >
      <span className="line-clamp-3 wrap-anywhere">
        <Marked snippet={withShortLead(hit.snippet)} />
      </span>
    </PageLink>
  )
}
