import { isoIn } from '#kit/clock.ts'
import { toReais, wireMoney } from '#kit/money.ts'
import type { WireClosing, WireClosingLine, WireClosingRow, WireTotals } from '../backoffice.ts'
import { compareLines, type ClosingDocument, type ClosingLine } from '../document.ts'
import type { ClosingTotals } from '../totals.ts'
import type { Adjustment, ClosingWithLines } from './store.ts'

export function wireTotals(totals: ClosingTotals): WireTotals {
  return {
    gross: toReais(totals.gross),
    refunded: toReais(totals.refunded),
    net: toReais(totals.net),
    machine: toReais(totals.machine),
    till: toReais(totals.till),
    late: toReais(totals.late),
    adjusted: toReais(totals.adjusted),
    total: toReais(totals.total),
    waived: toReais(totals.waived),
    validated: toReais(totals.validated),
    fee_estimate: totals.feeEstimate === null ? null : toReais(totals.feeEstimate),
    payments: totals.payments,
  }
}

export function wireClosingRow(row: ClosingWithLines): WireClosingRow {
  return {
    id: row.id,
    lot_id: row.lot_id,
    lot: row.lot,
    number: row.number,
    day: row.day,
    made_at: isoIn(row.time_zone, row.made_at),
    digest: row.digest,
    totals: wireTotals(row.totals),
  }
}

export function wireClosingDocument(
  document: ClosingDocument,
  adjustments: readonly Adjustment[],
  whoOf: (actor: string) => string,
): Pick<WireClosing, 'lot_id' | 'day' | 'time_zone' | 'lines' | 'cars' | 'open' | 'upto' | 'adjustments'> {
  const { lot_id, day, time_zone, lines, ...of } = document
  return {
    lot_id,
    day,
    time_zone,
    lines: [...lines].sort(compareLines).map(wireLine),
    cars: { entered: of.cars_entered, left: of.cars_left, inside: of.cars_inside },
    open: { unknown: of.open_unknown, review: of.open_review, value: toReais(of.open_cents) },
    upto: { ledger: of.ledger_id, segment: of.segment_id, take: of.take_id },
    adjustments: adjustments.map((one) => ({
      of_day: one.ofDay,
      ...wireMoney(one.cents),
      reason: one.reason,
      who: whoOf(one.actor),
    })),
  }
}

export function wireMails(
  { time_zone: zone }: Pick<ClosingDocument, 'time_zone'>,
  mails: readonly { recipient: string; mailed_at: Date }[],
): WireClosing['mails'] {
  return mails.map(({ recipient, mailed_at: at }) => ({ to: recipient, at: isoIn(zone, at) }))
}

function wireLine({ amount_cents: cents, ...line }: ClosingLine): WireClosingLine {
  return { ...line, ...wireMoney(cents) }
}
