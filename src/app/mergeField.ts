type Field<Part, Key extends string> = Part extends { readonly [K in Key]: infer Value } ? Value : never

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** One object of what the parts have under `key`; a part without it adds nothing. */
export function mergeField<const Parts extends readonly object[], const Key extends string>(
  parts: Parts,
  key: Key,
): Intersection<Field<Parts[number], Key>>
/** The same, untyped. */
export function mergeField(parts: readonly object[], key: string): unknown {
  const all: unknown = Object.assign({}, ...parts.map((part): unknown => Reflect.get(part, key)))
  return all
}
