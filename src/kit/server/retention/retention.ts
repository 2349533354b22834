import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'

export type TableName = keyof Schema

type Row<T extends TableName> = Selectable<Schema[T]>
type TextColumn<T extends TableName> = {
  [C in keyof Row<T>]: string extends NonNullable<Row<T>[C]> ? C : never
}[keyof Row<T>]

/** Personal data in a column: how access and erasure reach it (LGPD art. 18). */
export type PersonalData = {
  readonly description: string
  /** The field's entry in the copy of a person's data; null if the copy only names the field. */
  readonly exportKey: string | null
  /**
   * `account`: erased with the account. `law`: with its row, or with the account if no money moved. `days`:
   * after so many days.
   */
  readonly erasedWith: 'account' | 'law' | { readonly days: number }
}

export type RetentionRule = {
  readonly days: number
  readonly what: string
  /** Deletes or empties at most `limit` rows older than `before`; returns how many. */
  readonly end: (db: Db, before: Date, limit: number) => Promise<number>
}

type TableRetention<T extends TableName> = {
  /** `stays`: the table does not grow with traffic. `belongsTo`: rows are deleted with rows of those tables. */
  readonly rows: readonly RetentionRule[] | 'stays' | { readonly belongsTo: readonly TableName[] }
  readonly why: string
  readonly title?: string
  readonly texts: Readonly<Record<TextColumn<T>, PersonalData | 'plain'>>
}

export type RetentionTables = { readonly [T in TableName]: TableRetention<T> }

export function retentionRules({ rows }: RetentionTables[TableName]): readonly RetentionRule[] {
  return typeof rows === 'string' || 'belongsTo' in rows ? [] : rows
}

/** Five years from the following year (CTN art. 173, I), rounded up. */
export const legalRetentionDays = 6 * 366

export function deleteRowsBefore<T extends TableName>(
  table: T,
  column: keyof Schema[T] & string,
  only: RawBuilder<unknown> = sql`true`,
): RetentionRule['end'] {
  return (db, before, limit) => {
    const old = sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${only}
      order by ${sql.ref(column)} limit ${limit} for no key update skip locked`
    return countReturnedRows(
      db,
      sql`delete from ${sql.table(table)} where ctid = any(array(${old})) returning 1`,
    )
  }
}

export async function countReturnedRows(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  return (await statement.execute(db)).rows.length
}
