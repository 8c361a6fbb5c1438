/** What a table says of a name; names that every object has are in none. */
export function lookup<Fact>(table: Readonly<Record<string, Fact>>, name: string): Fact | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
