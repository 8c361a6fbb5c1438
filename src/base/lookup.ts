/** What a table says of a name. The names that every object inherits, such as `constructor`, are in none. */
export function lookup<Fact>(table: Readonly<Record<string, Fact>>, name: string): Fact | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
