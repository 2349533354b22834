/**
 * What a table says of a text that was stored or sent; undefined for one that it does not name. `table[text]` would
 * answer what every object has, to 'constructor' for one (test/lookUps.test.ts finds such places).
 */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>> | undefined,
  text: string,
): Value | undefined {
  return table !== undefined && Object.prototype.hasOwnProperty.call(table, text) ? table[text] : undefined
}
