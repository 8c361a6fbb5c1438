const policy = { firstMs: 100, secondMs: 500, mostMs: 15_000 } as const

/** How long to wait before a try, the first one being 0. Spread, so that many clients do not come back as one. */
export function retryAfterMs(failures: number, random: number): number {
  if (failures === 0) return Math.round(policy.firstMs * random)
  const most = Math.min(policy.mostMs, policy.secondMs * 2 ** (failures - 1))
  return Math.round(most / 2 + (most / 2) * random)
}
