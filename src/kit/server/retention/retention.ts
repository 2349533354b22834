import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'

export type TableName = keyof Schema

type Row<T extends TableName> = Selectable<Schema[T]>
/** The columns that may hold any text, JSON among them: what they say of a person is declared, or does not compile. */
type TextColumn<T extends TableName> = {
  [C in keyof Row<T>]: string extends NonNullable<Row<T>[C]> ? C : never
}[keyof Row<T>]

/** What a column says of a person, and how the two rights of LGPD art. 18 reach it. */
export type Personal = {
  /** In Portuguese: the copy of a person's data names it. */
  readonly says: string
  /** The entry of that copy (`myData`) that has the text itself; null where it is only named. */
  readonly copied: string | null
  /**
   * `account`: in the transaction that erases the account. `law`: with its row; where no money moved it goes with the
   * account, and by itself. Else by itself, after these days.
   */
  readonly goes: 'account' | 'law' | { readonly days: number }
}

/** One end of a keeping time. */
export type Ending = {
  readonly days: number
  /** What ends, in the words of docs/operating.md. */
  readonly what: string
  /** Ends at most `limit` of what is older than `before`, and answers how many: a short transaction each. */
  readonly end: (db: Db, before: Date, limit: number) => Promise<number>
}

/** How long the rows of a table are kept, why, and what they say of people. */
export type Keeping<T extends TableName> = {
  /** `stays`: does not grow with traffic. `belongsTo`: goes with the rows that it belongs to. */
  readonly rows: readonly Ending[] | 'stays' | { readonly belongsTo: readonly TableName[] }
  readonly why: string
  /** What it is called in the copy of a person's data, where a column is personal. */
  readonly title?: string
  readonly texts: Readonly<Record<TextColumn<T>, Personal | 'plain'>>
}

/** Each table's row stands in `server/retention/tables.ts` of the noun that it belongs to. */
export type Keepings = { readonly [T in TableName]: Keeping<T> }

/** What ends of a table by itself. */
export function endingsOf({ rows }: Keepings[TableName]): readonly Ending[] {
  return typeof rows === 'string' || 'belongsTo' in rows ? [] : rows
}

/** Five years from the year after (Código Tributário Nacional, art. 173, I): never less, at most a year more. */
export const lawDays = 6 * 366

/** Every row whose `column` is older, or those of them that fit `only`. */
export function rowsBefore<T extends TableName>(
  table: T,
  column: keyof Schema[T] & string,
  only: RawBuilder<unknown> = sql`true`,
): Ending['end'] {
  return (db, before, limit) => {
    const old = sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${only}
      order by ${sql.ref(column)} limit ${limit} for no key update skip locked`
    return countOf(db, sql`delete from ${sql.table(table)} where ctid = any(array(${old})) returning 1`)
  }
}

/** How many rows a statement `returning 1` changed. */
export async function countOf(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  return (await statement.execute(db)).rows.length
}
