/** What a table has itself under a name that anybody may have chosen: `constructor` is in none. */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
