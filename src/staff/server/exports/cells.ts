import { groupCode } from '#checkout/groupCode.ts'
import { isoIn } from '#kit/clock.ts'
import { type StaffAccess, isAllowed } from '../../level.ts'

/** Null is an empty cell. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'decimal'; readonly value: number }
  /** Centavos. */
  | { readonly kind: 'money'; readonly cents: number }
  /** The wall clock of the row's time zone: '2026-11-26T14:05:09'. */
  | { readonly kind: 'dateTime'; readonly wall: string }
  /** 'YYYY-MM-DD'. */
  | { readonly kind: 'day'; readonly day: string }
  | null

type Value<Row> =
  /** `day` is 'YYYY-MM-DD'; `ticketCode` has 13 digits. */
  | { readonly kind: 'text' | 'day' | 'ticketCode'; readonly value: (row: Row) => string | null }
  /** `money` in centavos; `decimal` has one decimal. */
  | { readonly kind: 'number' | 'decimal' | 'money'; readonly value: (row: Row) => number | null }
  | { readonly kind: 'dateTime'; readonly value: (row: Row) => Date | null }

export type Column<Row> = Value<Row> & {
  readonly title: string
  /** Absent: the list's level. */
  readonly level?: StaffAccess
}

export function columnsFor<Row>(columns: readonly Column<Row>[], level: number): readonly Column<Row>[] {
  return columns.filter((column) => column.level === undefined || isAllowed(level, column.level))
}

export function cellOf<Row>(column: Column<Row>, row: Row, zone: string): Cell {
  switch (column.kind) {
    case 'number':
      return cellIf(column.value(row), (value) => ({ kind: 'number', value }))
    case 'decimal':
      return cellIf(column.value(row), (value) => ({ kind: 'decimal', value }))
    case 'money':
      return cellIf(column.value(row), (cents) => ({ kind: 'money', cents }))
    case 'dateTime':
      return cellIf(column.value(row), (at) => ({ kind: 'dateTime', wall: isoIn(zone, at).slice(0, 19) }))
    case 'day':
      return cellIf(column.value(row), (day) => ({ kind: 'day', day }))
    case 'ticketCode':
      return cellIf(column.value(row), (code) => ({ kind: 'text', text: groupCode(code) }))
    default:
      return cellIf(column.value(row), (text) => ({ kind: 'text', text }))
  }
}

function cellIf<T>(value: T | null, cell: (value: T) => Cell): Cell {
  return value === null ? null : cell(value)
}

/** First characters, after blanks, of a formula; the last four are full-width forms. */
const formula = /^\s*?[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** https://owasp.org/www-community/attacks/CSV_Injection */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
