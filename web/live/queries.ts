import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query"
import { ApiProblem, type Call } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf } from "../../src/server/contract/endpoint.ts"
import { client } from "./client.ts"
import { connection } from "./live.ts"

/** What the page has fetched and may fetch again. Sessions themselves are followed, not queried. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => error instanceof ApiProblem && error.status === 0 && failures < 5,
    },
  },
})

// What could not be read is read when the server is back: nobody has to ask for it.
connection.subscribe(() => {
  if (connection.get().state !== "live") return
  void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" })
})

/** Reads a route of the API; `version` reads it anew when it changes, and shows what was there until then. */
export function useApi<R extends Extract<keyof Api, `GET ${string}`>>(
  route: R,
  given: Omit<Call<R>, "key" | "signal" | "headers">,
  { enabled = true, version = null }: { enabled?: boolean; version?: unknown } = {},
): UseQueryResult<AnswerOf<Api[R]>, ApiProblem> {
  type Answer = AnswerOf<Api[R]>
  // The client is named here: nothing of it is loaded before the first question.
  return useQuery<Answer, ApiProblem>(
    {
      queryKey: [route, given, version],
      queryFn: ({ signal }) => client.call(route, { ...given, signal } as unknown as Call<R>),
      enabled,
      // The guard of the package against functions cannot be shown to hold for a type that is not yet known.
      placeholderData: keepPreviousData as never,
    },
    queries,
  )
}
