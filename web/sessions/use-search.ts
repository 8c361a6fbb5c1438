import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { client } from "../live/api-client.ts"
import { queries } from "../live/queries.ts"
import { useSettled } from "../live/use-settled.ts"

const pageSize = 40

/** Search this long after the last key. */
const pauseMs = 140

/** Search results while typing; a late response of an earlier text is ignored. */
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
