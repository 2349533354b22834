import { type Expression, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { methodRow } from '#payment/method/method.ts'
import { formatProtocol } from '#payment/texts.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import type { Batch, RowKey } from '#staff/server/exports/readBatches.ts'
import { isWithin, type LocalPeriod } from '#staff/server/localPeriod.ts'
import { takeMethods } from '#till/states.ts'
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

/** The remainder of a row's number by three says its source, so that all sources have one order. */
const remainders = { portal: 0, machine: 1, till: 2 } as const satisfies Record<TakenSource, number>
const captureId = sql<number>`ledger.id * 3`
const segmentId = sql<number>`paid_segment.id * 3 + 1`
const takeId = sql<number>`till_take.id * 3 + 2`

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

/** An undoing is a row of its own, below zero. */
function takes(db: Db) {
  return db.selectFrom('till_take').innerJoin('lot', 'lot.id', 'till_take.lot_id')
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
    till: takes(db)
      .select([takeId.as('id'), 'till_take.at'])
      .where(isWithin(search, { at: 'till_take.at', zone: 'till_take.time_zone', lot: 'till_take.lot_id' })),
  }
  return source === null ? Object.values(keys) : [keys[source]]
}

/** The rows of a batch that are of one source. */
function ofSource({ ids }: Batch, source: TakenSource): number[] {
  return ids.filter((id) => id % 3 === remainders[source]).map((id) => Math.floor(id / 3))
}

/** In no order. */
export async function readTaken(db: Db, batch: Batch): Promise<Taken[]> {
  return [
    ...(await readCaptures(db, ofSource(batch, 'portal'))),
    ...(await readMachinePayments(db, ofSource(batch, 'machine'))),
    ...(await readTakes(db, ofSource(batch, 'till'))),
  ]
}

async function readCaptures(db: Db, ids: readonly number[]): Promise<Taken[]> {
  const rows = await captures(db)
    .select([captureId.as('id'), 'ledger.at', 'ledger.amount_cents as cents', 'payment.id as paymentId'])
    .select(['payment.time_zone', 'payment.ticket_code as ticket', 'lot.name as lot'])
    .select(['payment.token', 'attempt.payment_type', 'attempt.card_brand', 'attempt.acquirer'])
    .where('ledger.id', '=', anyOf(ids))
    .execute()
  return rows.map(({ payment_type: type, card_brand: brand, token, paymentId, ...row }) => ({
    ...row,
    payment: token,
    protocol: formatProtocol({ id: paymentId }),
    source: 'portal',
    method: methodRow(type).text,
    brand: brand && brandDisplayName(brand),
  }))
}

const withoutPayment = { payment: null, protocol: null, brand: null, acquirer: null } as const

async function readMachinePayments(db: Db, ids: readonly number[]): Promise<Taken[]> {
  const rows = await machinePayments(db)
    .select([segmentId.as('id'), 'paid_segment.paid_at as at', 'paid_segment.amount_cents as cents'])
    .select(['tariff.time_zone', 'ticket.code as ticket', 'lot.name as lot', 'paid_segment.method'])
    .where('paid_segment.id', '=', anyOf(ids))
    .execute()
  return rows.map((row) => ({
    ...row,
    ...withoutPayment,
    source: 'machine',
    method: machineMethods[toMachineMethod(row.method)].text,
  }))
}

async function readTakes(db: Db, ids: readonly number[]): Promise<Taken[]> {
  const rows = await takes(db)
    .select([takeId.as('id'), 'till_take.at', 'till_take.amount_cents as cents', 'till_take.method'])
    .select(['till_take.time_zone', 'till_take.ticket_code as ticket', 'lot.name as lot'])
    .where('till_take.id', '=', anyOf(ids))
    .execute()
  return rows.map((row) => ({
    ...row,
    ...withoutPayment,
    source: 'till',
    method: takeMethods[row.method].sumText,
  }))
}
