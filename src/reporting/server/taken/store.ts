import { type Expression, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { methodRow } from '#payment/method/method.ts'
import { formatProtocol } from '#payment/texts.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import type { Batch, RowKey } from '#staff/server/exports/readBatches.ts'
import { isWithin, type LocalPeriod } from '#staff/server/localPeriod.ts'
import { machineMethods, toMachineMethod } from '../../machineMethods.ts'
import type { TakenSource } from '../../taken.ts'

type Taken = {
  readonly id: number
  readonly at: Date
  readonly time_zone: string
  readonly lot: string | null
  readonly ticket: string
  /** Its token; null for a payment at a machine. */
  readonly payment: string | null
  readonly protocol: string | null
  readonly source: TakenSource
  readonly method: string
  readonly brand: string | null
  readonly acquirer: string | null
  readonly cents: number
}

type TakenFilters = LocalPeriod & { readonly lots: VisibleLots; readonly source: TakenSource | null }

/** Even numbers are captures, odd ones payments at machines, so that both have one order. */
const captureId = sql<number>`ledger.id * 2`
const segmentId = sql<number>`paid_segment.id * 2 + 1`

function captures(db: Db) {
  return db
    .selectFrom('ledger')
    .innerJoin('payment', 'payment.id', 'ledger.payment_id')
    .innerJoin('attempt', 'attempt.id', 'ledger.attempt_id')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .where('ledger.kind', '=', 'capture')
}

function machinePayments(db: Db) {
  return db
    .selectFrom('paid_segment')
    .innerJoin('ticket', 'ticket.id', 'paid_segment.ticket_id')
    .innerJoin('tariff', 'tariff.id', 'ticket.tariff_id')
    .innerJoin('lot', 'lot.id', 'ticket.lot_id')
    .where('paid_segment.source', '=', 'machine')
}

/** One query for each source. */
export function takenKeys(db: Db, { source, ...search }: TakenFilters): Expression<RowKey>[] {
  const keys = {
    portal: captures(db)
      .select([captureId.as('id'), 'ledger.at'])
      .where(isWithin(search, { at: 'ledger.at', zone: 'payment.time_zone', lot: 'payment.lot_id' })),
    machine: machinePayments(db)
      .select([segmentId.as('id'), 'paid_segment.paid_at as at'])
      .where(
        isWithin(search, { at: 'paid_segment.paid_at', zone: 'tariff.time_zone', lot: 'ticket.lot_id' }),
      ),
  }
  return source === null ? [keys.portal, keys.machine] : [keys[source]]
}

/** The rows of a batch that are of one source. */
function ofSource({ ids }: Batch, remainder: 0 | 1): number[] {
  return ids.filter((id) => id % 2 === remainder).map((id) => Math.floor(id / 2))
}

/** In no order. */
export async function readTaken(db: Db, batch: Batch): Promise<Taken[]> {
  const taken = await captures(db)
    .select([captureId.as('id'), 'ledger.at', 'ledger.amount_cents as cents', 'payment.id as paymentId'])
    .select(['payment.time_zone', 'payment.ticket_code as ticket', 'lot.name as lot'])
    .select(['payment.token', 'attempt.payment_type', 'attempt.card_brand', 'attempt.acquirer'])
    .where('ledger.id', '=', anyOf(ofSource(batch, 0)))
    .execute()
  const atMachines = await machinePayments(db)
    .select([segmentId.as('id'), 'paid_segment.paid_at as at', 'paid_segment.amount_cents as cents'])
    .select(['tariff.time_zone', 'ticket.code as ticket', 'lot.name as lot', 'paid_segment.method'])
    .where('paid_segment.id', '=', anyOf(ofSource(batch, 1)))
    .execute()
  const portal = taken.map(({ payment_type: type, card_brand: brand, token, paymentId, ...row }) => ({
    ...row,
    payment: token,
    protocol: formatProtocol({ id: paymentId }),
    source: 'portal' as const,
    method: methodRow(type).text,
    brand: brand && brandDisplayName(brand),
  }))
  const machine = atMachines.map((row) => ({
    ...row,
    payment: null,
    protocol: null,
    source: 'machine' as const,
    method: machineMethods[toMachineMethod(row.method)].text,
    brand: null,
    acquirer: null,
  }))
  return [...portal, ...machine]
}
