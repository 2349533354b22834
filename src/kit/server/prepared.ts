import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { lookUp } from '../text/lookUp.ts'

/** Where a value goes that is named when the statement is asked. */
export class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Where a statement's values go, by their names. */
export type Slots<A> = <K extends keyof A & string>(name: K) => RawBuilder<A[K]>

/**
 * A statement whose text is put together once for the life of the process: what differs from call to call are the values
 * alone. For the few that every call makes; putting one together costs more than the database takes to answer.
 */
export function prepared<A extends Readonly<Record<string, unknown>>, R>(
  write: (value: Slots<A>) => RawBuilder<R>,
): <S>(db: Kysely<S>, values: A) => Promise<readonly R[]> {
  let made: CompiledQuery<R> | null = null
  return async (db, values) => {
    made ??= write(slot).compile(db)
    return (await db.executeQuery(filled(made, values))).rows
  }
}

/** As `prepared`, of a statement that the query builder writes, and to be asked by who calls (`inOneWay`, `db.executeQuery`). */
export function compiled<A extends Readonly<Record<string, unknown>>, R>(
  write: (db: Db, value: Slots<A>) => Compilable<R> | RawBuilder<R>,
): (db: Db, values: A) => CompiledQuery<R> {
  let made: CompiledQuery<R> | null = null
  return (db, values) => filled((made ??= write(db, slot).compile(db)), values)
}

/** A place for the value of this name. */
export function slot<V>(name: string): RawBuilder<V> {
  return sql<V>`${new Slot(name)}`
}

function filled<R>(made: CompiledQuery<R>, values: Readonly<Record<string, unknown>>): CompiledQuery<R> {
  const parameters = made.parameters.map((part) => (part instanceof Slot ? lookUp(values, part.name) : part))
  return { ...made, parameters }
}
