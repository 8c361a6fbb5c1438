import { apiClient } from "../../src/client/client.ts"

/** The one client of the page; the cookie says who asks. */
export const client = apiClient()
