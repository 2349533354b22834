import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isTransactionOpen } from './db/lease.ts'
import { prepared } from './prepared.ts'

/** What is asked above this goes with the next statement, which another connection answers meanwhile. */
const most = 16

/** What a key may be. */
const columnTypes = {
  text: sql`text`,
  bigint: sql`bigint`,
  timestamptz: sql`timestamptz`,
  'character(13)': sql`character(13)`,
}

type Waiting<A, R> = {
  readonly one: A
  readonly answer: (row: R | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * A read by a key that every call makes: what several calls ask within one turn of the event loop goes to the database as
 * one statement, since the way there and back costs more than the read. It goes when the turn is over: nobody waits for
 * anybody, nobody is answered from before they asked, and who is alone asks alone. Inside a transaction it goes at once,
 * and alone. `write` reads one row at most by what is `asked`, of whose columns the types are named; it must not be
 * possible to ask for what the database refuses by its value, for all of one statement would be refused with it.
 */
export function gathered<A extends Readonly<Record<string, unknown>>, R extends object>(
  types: Readonly<Record<keyof A & string, keyof typeof columnTypes>>,
  write: (asked: <K extends keyof A & string>(name: K) => RawBuilder<A[K]>) => RawBuilder<R>,
): <S>(db: Kysely<S>, one: A) => Promise<R | undefined> {
  const columns = Object.entries<keyof typeof columnTypes>(types).map(
    ([name, type]) => sql`${sql.ref(name)} ${columnTypes[type]}`,
  )
  const readOne = prepared<A, R>(write)
  // The limit keeps each read one by its key, however many are thought to be asked.
  const readAll = prepared<{ asked: string }, R & { nth: number }>(
    (value) => sql`
      select asked.nth, found.* from json_to_recordset(${value('asked')}) as asked (nth int, ${sql.join(columns)})
        cross join lateral (${write((name) => sql.ref(`asked.${name}`))} limit 1) as found`,
  )
  const read = async <S>(db: Kysely<S>, asked: readonly A[]): Promise<ReadonlyMap<number, R>> => {
    const [one, ...others] = asked
    // The plain statement is the cheaper one for who is alone.
    if (one && others.length === 0) return new Map((await readOne(db, one)).entries())
    const text = JSON.stringify(asked.map((one, nth) => ({ nth, ...one })))
    return new Map((await readAll(db, { asked: text })).map((row) => [row.nth, row]))
  }
  const send = async <S>(db: Kysely<S>, waiting: readonly Waiting<A, R>[]) => {
    try {
      const rows = await read(
        db,
        waiting.map(({ one }) => one),
      )
      for (const [nth, { answer }] of waiting.entries()) answer(rows.get(nth))
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
  const open = new WeakMap<object, Waiting<A, R>[]>()
  return (db, one) =>
    new Promise((answer, reject) => {
      const mine = { one, answer, reject }
      if (isTransactionOpen()) return void send(db, [mine])
      const others = open.get(db)
      if (others && others.length < most) return void others.push(mine)
      const waiting = [mine]
      open.set(db, waiting)
      setImmediate(() => {
        if (open.get(db) === waiting) open.delete(db)
        void send(db, waiting)
      })
    })
}
