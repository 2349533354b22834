import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { isoIn } from '#kit/clock.ts'
import { type StaffAccess, isAllowed } from '../../level.ts'

/**
 * Null is an empty cell. `money` in centavos; `dateTime` is the wall clock of the row's time zone, like
 * '2026-11-26T14:05:09'; `day` is 'YYYY-MM-DD'.
 */
export type Cell =
  | { readonly kind: 'text' | 'dateTime' | 'day'; readonly value: string }
  | { readonly kind: 'number' | 'decimal' | 'money'; readonly value: number }
  | null

type Value<Row> =
  /** `day` is 'YYYY-MM-DD'; `ticketCode` has 13 digits. */
  | { readonly kind: 'text' | 'day' | 'ticketCode'; readonly value: (row: Row) => string | null }
  /** `money` in centavos; `decimal` has one decimal. */
  | { readonly kind: 'number' | 'decimal' | 'money'; readonly value: (row: Row) => number | null }
  | { readonly kind: 'dateTime'; readonly value: (row: Row) => Date | null }

export type Column<Row> = Value<Row> & {
  readonly title: string
  readonly level?: StaffAccess
}

export function columnsFor<Row>(columns: readonly Column<Row>[], level: number): readonly Column<Row>[] {
  return columns.filter((column) => column.level === undefined || isAllowed(level, column.level))
}

export function cellOf<Row>(column: Column<Row>, row: Row, zone: string): Cell {
  switch (column.kind) {
    case 'number':
    case 'decimal':
    case 'money': {
      const value = column.value(row)
      return value === null ? null : { kind: column.kind, value }
    }
    case 'dateTime': {
      const at = column.value(row)
      return at && { kind: 'dateTime', value: isoIn(zone, at).slice(0, 19) }
    }
    default: {
      const value = column.value(row)
      if (value === null) return null
      return column.kind === 'ticketCode'
        ? { kind: 'text', value: formatTicketCode(value) }
        : { kind: column.kind, value }
    }
  }
}

/** A spreadsheet reads such a text as a formula. The last four characters are full-width forms. */
const formulaStart = /^\s*?[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** https://owasp.org/www-community/attacks/CSV_Injection */
export function escapeFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}
