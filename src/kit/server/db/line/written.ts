import { type Compilable, CompiledQuery, type RawBuilder, RawNode, ValueNode } from 'kysely'
import type { Db } from '#db/schema.ts'
import { Slot, slot } from '../../prepared.ts'
import type { Write } from '../lease.ts'

/** The values of a statement as its text sees them: where each of them goes. */
export type Given<A> = { [K in keyof A]: RawBuilder<Exclude<A[K], undefined>> }

/** SQL around the places of its values, one piece more than there are values. */
type Text = { readonly id: number; readonly pieces: readonly string[]; readonly values: readonly unknown[] }

/** A write whose text was put together before, with the values of this time. */
export class Written<R = unknown> implements Write {
  readonly id: number
  readonly pieces: readonly string[]
  readonly values: readonly unknown[]
  readonly #db: Db

  constructor(db: Db, { id, pieces, values }: Text) {
    this.#db = db
    this.id = id
    this.pieces = pieces
    this.values = values
  }

  toOperationNode(): RawNode {
    return RawNode.create(
      this.pieces,
      this.values.map((value) => ValueNode.create(value)),
    )
  }

  compile(): CompiledQuery<R> {
    return inOneText([], this)
  }

  async execute(): Promise<unknown> {
    return this.#db.executeQuery(this.compile())
  }
}

let texts = 0

/**
 * A write that the query builder puts together once for the life of the process, or once for each set of fields that it is
 * given; what differs from call to call are the values alone. Keep the sets few.
 */
export function written<A extends object, R = unknown>(
  write: (db: Db, given: Given<A>) => Compilable<R> | RawBuilder<R>,
): (db: Db, values: A) => Written<R> {
  const known = new Map<string, Text>()
  return (db, values) => {
    const entries: [string, unknown][] = Object.entries(values)
    const own = new Map(entries.filter(([, value]) => value !== undefined))
    const key = [...own.keys()].join(' ')
    const text = known.get(key) ?? textOf(write(db, placesOf<A>(own)).compile(db))
    known.set(key, text)
    return new Written<R>(db, {
      ...text,
      values: text.values.map((part) => (part instanceof Slot ? own.get(part.name) : part)),
    })
  }
}

function placesOf<A>(values: ReadonlyMap<string, unknown>): Given<A>
function placesOf(values: ReadonlyMap<string, unknown>): Given<Record<string, unknown>> {
  return Object.fromEntries([...values.keys()].map((name) => [name, slot(name)]))
}

function textOf({ sql, parameters }: CompiledQuery): Text {
  const pieces = sql.split(/\$\d+/)
  if (pieces.length !== parameters.length + 1) throw new Error(`a dollar of its own: ${sql}`)
  return { id: (texts += 1), pieces, values: parameters }
}

type Named = readonly [name: string, write: Written]

const joined = new Map<string, CompiledQuery>()

/** `last` with those before it as its parts, in this order: one text, put together once for the same writes. */
export function inOneText<R>(parts: readonly Named[], last: Written<R>): CompiledQuery<R> {
  const key = [...parts.map(([name, { id }]) => `${name} ${id}`), last.id].join(' ')
  const known = joined.get(key) ?? CompiledQuery.raw(joinedText(parts, last))
  joined.set(key, known)
  return { ...known, parameters: [...parts.flatMap(([, { values }]) => values), ...last.values] }
}

function joinedText(parts: readonly Named[], last: Written): string {
  let places = 0
  const textOf = ({ pieces }: Written) => pieces.reduce((text, piece) => `${text}$${(places += 1)}${piece}`)
  const named = parts.map(([name, write]) => `"${name}" as (${textOf(write)})`)
  return named.length > 0 ? `with ${named.join(', ')} ${textOf(last)}` : textOf(last)
}
