import { foldForSearch } from '#kit/brazil.ts'
import { isPrintable } from '#kit/fields.ts'
import type { StatementColumn } from './columns.ts'
import { findPixId, wholeIdentifier } from './identifiers.ts'
import { isMarkedCredit, parseAmount } from './parseAmount.ts'
import { type DayOrder, parseDay } from './parseDay.ts'
import { parseRowKind, type RowKind } from './parseRowKind.ts'

type SaleId = 'reference' | 'orderKey' | 'nsu' | 'authorisationCode' | 'endToEndId'

/** `n` counts file lines from 1, `day` is 'YYYY-MM-DD', `amountCents` is above 0. */
export type ParsedRow = Readonly<Record<SaleId, string | null>> & {
  readonly n: number
  readonly day: string
  readonly kind: RowKind
  readonly cancelDay: string | null
  readonly amountCents: number
  /** 0 or above; null where the file does not say. */
  readonly feeCents: number | null
  readonly payoutDay: string | null
}

/** The cell of a column, '' where the row has none. */
export type ReadCell = (name: StatementColumn) => string

type FileFacts = { readonly dayOrder: DayOrder; readonly isOfCards: boolean }

export const identifiers = ['reference', 'orderKey', 'txid', 'nsu', 'endToEndId'] as const
const textColumns = [...identifiers, 'authorisationCode'] as const

/** Strips what spreadsheets add (`="0012"`, `'0012`); '' for a dash. */
export function cleanCell(cell: string): string {
  const text = cell.trim()
  const bare = /^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^'/, '')
  return /^(?:[-\u2010-\u2015]+|n\/[ad])$/i.test(bare.trim()) ? '' : bare.trim()
}

/** Returns the reason where the row is not understood. */
export function parseLine(cell: ReadCell, { n, cells }: LineCells, facts: FileFacts): ParsedRow | string {
  const money = readMoney(cell, facts)
  const ids = readIds(cell, cells)
  const hasId = ids !== 'damaged' && identifiers.some((name) => name !== 'txid' && ids[name] !== null)
  const kind = parseRowKind({
    kind: cell('kind'),
    history: cell('history'),
    status: cell('status'),
    isNegative: money.side === 'out',
    isCredit: money.side === 'in',
    isOfCards: facts.isOfCards,
    hasId: hasId || ids === 'damaged',
  })
  const { day, cancelDay } = readDays(cell, kind, facts.dayOrder)
  if (day === null) return 'data inválida'
  if (kind !== 'nothing' && !money.cents) return 'valor inválido'
  if (!textColumns.every((name) => isPrintable(cell(name)))) return 'caracteres inválidos'
  if (kind !== 'other_out' && ids === 'damaged') return damagedText
  if (kind !== 'other_out' && !hasId) return 'sem pedido, NSU, PaymentId nem EndToEndId'
  const fee = parseAmount(cell('fee'))
  return {
    n,
    day,
    cancelDay,
    kind,
    amountCents: money.cents ?? 0,
    ...(ids === 'damaged' ? noIds : ids),
    // Files write a fee with or without a minus.
    feeCents: fee && Math.abs(fee),
    payoutDay: parseDay(cell('payoutDay'), facts.dayOrder),
  }
}

type LineCells = { readonly n: number; readonly cells: readonly string[] }

const damagedText =
  'uma planilha danificou o identificador (como em 6,33E+05); exporte o arquivo de novo e envie sem abri-lo na planilha'

const noIds = { reference: null, orderKey: null, nsu: null, authorisationCode: null, endToEndId: null }

/** 'damaged' where no identifier is left that names a sale. */
function readIds(cell: ReadCell, cells: readonly string[]): Record<SaleId, string | null> | 'damaged' {
  const whole = (name: StatementColumn) => (cell(name) === '' ? null : wholeIdentifier(cell(name)))
  const isDamaged = (name: StatementColumn) => cell(name) !== '' && whole(name) === null
  const strong = {
    reference: whole('reference'),
    orderKey: whole('orderKey') ?? whole('txid'),
    endToEndId: whole('endToEndId'),
  }
  const isNamed = Object.values(strong).some((id) => id !== null)
  if (isNamed || !textColumns.some(isDamaged)) {
    const endToEndId = isNamed || whole('nsu') !== null ? strong.endToEndId : findPixId(cells)
    return { ...strong, endToEndId, nsu: whole('nsu'), authorisationCode: whole('authorisationCode') }
  }
  return 'damaged'
}

type Money = { readonly cents: number | null; readonly side: 'in' | 'out' | null }

/** Centavos without a sign; null where they cannot be read. */
function readMoney(cell: ReadCell, { isOfCards }: FileFacts): Money {
  if (cell('amount') === '' && (cell('credit') !== '' || cell('debit') !== '')) return readSides(cell)
  const cents = parseAmount(cell('amount'))
  const sign = foldForSearch(cell('sign'))
  const says = (side: RegExp, word: RegExp) => side.test(sign) || (!isOfCards && word.test(sign))
  const isOut = (cents ?? 0) < 0 || says(/^(?:d|-)$/, /^deb/)
  const isIn = isMarkedCredit(cell('amount')) || says(/^(?:c|\+)$/, /^cred/)
  return { cents: cents && Math.abs(cents), side: isOut ? 'out' : isIn ? 'in' : null }
}

/** A column of credits and one of debits, which may have a minus. */
function readSides(cell: ReadCell): Money {
  const [credit, debit] = [cell('credit'), cell('debit')].map((text) => (text === '' ? 0 : parseAmount(text)))
  if (credit === null || debit === null || (credit !== 0 && debit !== 0)) return { cents: null, side: null }
  const cents = credit || -Math.abs(debit ?? 0)
  return { cents: Math.abs(cents ?? 0), side: (cents ?? 0) < 0 ? 'out' : 'in' }
}

function readDays(cell: ReadCell, kind: RowKind, order: DayOrder) {
  const cancelledOn = cell('cancelDay')
  const cancelDay = cancelledOn === '' ? null : parseDay(cancelledOn, order)
  const refundDay = kind === 'refund' ? cancelledOn || cell('refundDay') : ''
  const isUnreadable = kind === 'cancelled' && cancelledOn !== '' && cancelDay === null
  return { day: isUnreadable ? null : parseDay(refundDay || cell('day'), order), cancelDay }
}
