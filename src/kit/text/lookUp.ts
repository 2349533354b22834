/** For untrusted texts: `table[text]` would find 'constructor'. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>> | undefined,
  text: string,
): Value | undefined {
  return table !== undefined && Object.prototype.hasOwnProperty.call(table, text) ? table[text] : undefined
}
