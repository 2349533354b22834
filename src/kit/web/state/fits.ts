/** Without the schema library, to keep the first screen small. */
type Plain = { string: string; number: number; boolean: boolean; 'string or null': string | null }
type Loose = { 'string or absent': string | undefined; 'string, null or absent': string | null | undefined }
type Kind = keyof Plain | keyof Loose
type Kinds = Readonly<Record<string, Kind>>

type NamesOf<K extends Kinds, Wanted> = { [Name in keyof K]: K[Name] extends Wanted ? Name : never }[keyof K]

export type Fitting<K extends Kinds> = {
  [Name in NamesOf<K, keyof Plain>]: K[Name] extends keyof Plain ? Plain[K[Name]] : never
} & {
  [Name in NamesOf<K, keyof Loose>]?: K[Name] extends keyof Loose ? Loose[K[Name]] : never
} & { [further: string]: unknown }

export function fits<const K extends Kinds>(value: unknown, kinds: K): value is Fitting<K> {
  if (typeof value !== 'object' || value === null) return false
  const have = new Map<string, unknown>(Object.entries(value))
  return Object.entries(kinds).every(([name, kind]) => isOf(kind, have.get(name)))
}

function isOf(kind: Kind, value: unknown): boolean {
  if (value === null) return kind.includes('null')
  if (value === undefined) return kind.endsWith('absent')
  return typeof value === (kind.startsWith('string') ? 'string' : kind)
}
