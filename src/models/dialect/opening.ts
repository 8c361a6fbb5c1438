/** What a dialect needs to reach a model. */
export type Opening = { provider: string; model: string; baseUrl: string; key?: string; fetch: typeof globalThis.fetch }
