import { type Kysely, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import { insideTransaction, markOfOpen, type Write } from './lease.ts'
import { inOneText, Written } from './line/written.ts'

/**
 * Writes when the transaction ends, together with whatever else it left until then: one statement, one way there and
 * back. Whatever the transaction asks meanwhile is asked after what was left so far, so nobody sees the difference; what
 * the database refuses is thrown by whoever asks next, or by the transaction's end. Outside a transaction it writes at once.
 *
 * `touches` names the row that is changed, or the key that is inserted once: one statement changes no row twice, so a
 * second write of the same name comes after the first. Null: a row of its own. A write must not look for what another one
 * that was left inserts.
 */
export async function writeLater<S>(db: Kysely<S>, touches: string | null, write: Write): Promise<void> {
  const mark = markOfOpen()
  if (!mark) {
    await write.execute()
    return
  }
  if (touches !== null && mark.left.some((other) => other.touches === touches)) await mark.writeLeft?.()
  mark.left.push({ touches, write })
  mark.writeLeft = () => writeAll(db)
}

/** Before a statement of a transaction: what it has left until now is written. */
export async function writeWhatIsLeft(): Promise<void> {
  await markOfOpen()?.writeLeft?.()
}

/** At the end of a transaction: what it has left is written, by the statement that commit follows at once. */
export async function writeTheLast(): Promise<void> {
  const mark = markOfOpen()
  if (!mark?.writeLeft) return
  mark.isEnding = true
  await mark.writeLeft()
}

/** Each noun's write is a part of the one statement; all of them see the rows as they stood before it. */
async function writeAll<S>(db: Kysely<S>): Promise<void> {
  const mark = markOfOpen()
  if (!mark) return
  const left = mark.left.splice(0).map(({ write }) => write)
  mark.writeLeft = null
  const [first, ...others] = left
  if (!first) return
  if (others.length === 0) {
    await first.execute()
    return
  }
  const known = others.filter((write) => write instanceof Written)
  const isKnown = first instanceof Written && known.length === others.length
  await db.executeQuery(isKnown ? inOneText(partsOf(known), first) : together(first, others).compile(db))
}

/** Of writes whose text is made anew each time. */
function together(first: OperationNodeSource, others: readonly Write[]): RawBuilder<unknown> {
  const parts = partsOf(others).map(([name, write]) => sql`${sql.ref(name)} as (${write})`)
  return sql`with ${sql.join(parts)} ${first}`
}

/**
 * PostgreSQL does the statement itself first, and then, from the end on, what nobody reads: rows are numbered in the order
 * in which their writes were left.
 */
function partsOf<W extends Write>(writes: readonly W[]): (readonly [name: string, write: W])[] {
  return writes.map((write, index) => [`part_${index + 1}`, write] as const).toReversed()
}

/**
 * A transaction of one statement, which needs neither begin nor commit: what `work` leaves (`writeLater`), and the statement
 * that it answers. It asks nothing of the database, and writes something at least. All of them may read `made`, the rows that
 * decide what is written; where there are none, nothing is, and no row is answered. Their texts are known (`line/written.ts`).
 */
export async function inOneStatement<S, R>(
  db: Kysely<S>,
  made: Written,
  work: (db: Kysely<S>) => Promise<Written<R>>,
): Promise<R[]> {
  const { left, news, last } = await insideTransaction(async () => {
    const last = await work(db)
    const mark = markOfOpen()
    return { left: mark?.left.map(({ write }) => write) ?? [], news: mark?.news ?? new Set<string>(), last }
  })
  const known = left.filter((write) => write instanceof Written)
  if (known.length !== left.length) throw new Error('a write that is put together anew each time')
  const { rows } = await db.executeQuery(inOneText([['made', made], ...partsOf(known)], last))
  tellWritten(db, news)
  return rows
}

type Listener = (names: ReadonlySet<string>) => void

const listeners = new WeakMap<object, Set<Listener>>()

/** Hears in this process what was committed that somebody waits for; the answer ends it. */
export function onWritten<S>(db: Kysely<S>, listener: Listener): () => void {
  const own = listeners.get(db) ?? new Set()
  listeners.set(db, own.add(listener))
  return () => void own.delete(listener)
}

/** Tells those of this process who wait for `name`, once the transaction has committed; outside of one at once. */
export function tellWhenWritten<S>(db: Kysely<S>, name: string): void {
  const mark = markOfOpen()
  if (mark) mark.news.add(name)
  else tellWritten(db, new Set([name]))
}

/** It has been committed. */
export function tellWritten<S>(db: Kysely<S>, names: ReadonlySet<string>): void {
  if (names.size > 0) for (const listener of listeners.get(db) ?? []) listener(names)
}
