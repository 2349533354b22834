/** Looks up untrusted text: `table[text]` would find 'constructor'. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>> | undefined,
  text: string,
): Value | undefined {
  return table !== undefined && Object.prototype.hasOwnProperty.call(table, text) ? table[text] : undefined
}

/** The entries of an object whose values are texts; none for another value. */
export function textEntriesOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/** A field of unparsed data; undefined where there is none. */
export function readProperty(data: unknown, name: PropertyKey): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
}

/** In the table's order. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table).filter((name): name is keyof T & string =>
    Object.prototype.hasOwnProperty.call(table, name),
  )
}
