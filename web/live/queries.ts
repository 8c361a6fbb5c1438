import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query"
import { ApiProblem, type Call } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf } from "../../src/server/contract/endpoint.ts"
import { client } from "./api-client.ts"
import { connection } from "./live.ts"

/** The query client. Sessions themselves are streamed, not queried. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => error instanceof ApiProblem && error.status === 0 && failures < 5,
    },
  },
})

// Refetch failed queries when the server is back.
connection.subscribe(() => {
  if (connection.get().state !== "live") return
  void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" })
})

/** Queries an API route. A new `version` refetches and keeps the old data meanwhile. */
export function useApi<R extends Extract<keyof Api, `GET ${string}`>>(
  route: R,
  given: Omit<Call<R>, "key" | "signal" | "headers">,
  { enabled = true, version = null }: { enabled?: boolean; version?: unknown } = {},
): UseQueryResult<AnswerOf<Api[R]>, ApiProblem> {
  type Answer = AnswerOf<Api[R]>
  // Imported lazily, before the first query.
  return useQuery<Answer, ApiProblem>(
    {
      queryKey: [route, given, version],
      queryFn: ({ signal }) => client.call(route, { ...given, signal } as unknown as Call<R>),
      enabled,
      // The package's type guard against functions cannot be satisfied by a generic type.
      placeholderData: keepPreviousData as never,
    },
    queries,
  )
}
