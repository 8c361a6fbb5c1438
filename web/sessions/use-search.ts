import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { client } from "../live/client.ts"
import { queries } from "../live/queries.ts"
import { useSettled } from "../live/use-settled.ts"

const pageSize = 40

/** So long after the last key the search begins. */
const pauseMs = 140

/** What was found for a text that is still being typed. What a later text found is never replaced by an earlier one. */
export function useSearch(text: string, project: string | null) {
  const asked = useSettled(text, pauseMs)
  const query = useInfiniteQuery(
    {
      queryKey: ["search", asked, project],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam, signal }) =>
        client.call("GET /api/search", {
          query: {
            q: asked,
            typing: "true",
            limit: pageSize,
            ...(project === null ? {} : { project }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
          signal,
        }),
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    },
    queries,
  )
  return { ...query, isBehind: asked !== text || query.isPlaceholderData }
}
