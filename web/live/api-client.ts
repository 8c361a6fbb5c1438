import { apiClient } from "../../src/client/client.ts"

/** The page's API client, authenticated by the cookie. */
export const client = apiClient()
