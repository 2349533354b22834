import { type Kysely, type RawBuilder, sql } from 'kysely'
import { lookUp } from '../text/lookUp.ts'

/** Where a value goes that is named when the statement is asked. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Slots<A> = <K extends keyof A & string>(name: K) => RawBuilder<A[K]>

/**
 * A statement whose text is put together once for the life of the process: what differs from call to call are the values
 * alone. For the few that every call makes; putting one together costs more than the database takes to answer.
 */
export function prepared<A extends Readonly<Record<string, unknown>>, R>(
  write: (value: Slots<A>) => RawBuilder<R>,
): <S>(db: Kysely<S>, values: A) => Promise<readonly R[]> {
  let made: ReturnType<RawBuilder<R>['compile']> | null = null
  return async (db, values) => {
    made ??= write((name) => sql`${new Slot(name)}`).compile(db)
    const parameters = made.parameters.map((part) =>
      part instanceof Slot ? lookUp(values, part.name) : part,
    )
    return (await db.executeQuery<R>({ ...made, parameters })).rows
  }
}
