/** A small check for the first screen, which must not load zod. */
type RequiredTypes = { string: string; number: number; boolean: boolean; 'string or null': string | null }
type OptionalTypes = {
  'string or absent': string | undefined
  'boolean or absent': boolean | undefined
  'string, null or absent': string | null | undefined
}
type FieldType = keyof RequiredTypes | keyof OptionalTypes
type Shape = Readonly<Record<string, FieldType>>

type FieldsOfType<K extends Shape, Wanted> = {
  [Name in keyof K]: K[Name] extends Wanted ? Name : never
}[keyof K]

export type ShapeOf<K extends Shape> = {
  [Name in FieldsOfType<K, keyof RequiredTypes>]: K[Name] extends keyof RequiredTypes
    ? RequiredTypes[K[Name]]
    : never
} & {
  [Name in FieldsOfType<K, keyof OptionalTypes>]?: K[Name] extends keyof OptionalTypes
    ? OptionalTypes[K[Name]]
    : never
} & { [further: string]: unknown }

export function hasShape<const K extends Shape>(value: unknown, kinds: K): value is ShapeOf<K> {
  if (typeof value !== 'object' || value === null) return false
  const have = new Map<string, unknown>(Object.entries(value))
  return Object.entries(kinds).every(([name, kind]) => isOfType(kind, have.get(name)))
}

function isOfType(kind: FieldType, value: unknown): boolean {
  if (value === null) return kind.includes('null')
  if (value === undefined) return kind.endsWith('absent')
  return typeof value === kind.split(/\W/)[0]
}
