import { randomUUID } from 'node:crypto'
import type { Fault } from '../faults.ts'
import type { Sale } from '../ledger/records.ts'
import { changeTypes, type ChangeType } from '../notifier.ts'
import { wireDate } from '../wireDate.ts'
import type { SimulatorContext } from '../context.ts'

/** A later event of a sale; null when it no longer applies. */
type LaterEvent = (sale: Sale, now: Date) => Sale | null

const eventByFault: Readonly<Partial<Record<Fault, readonly [LaterEvent, ChangeType]>>> = {
  auto_cancel: [cancelled, changeTypes.status],
  chargeback: [chargedBack, changeTypes.chargeback],
  fraud_alert: [alerted, changeTypes.fraudAlert],
}

/** Schedules the fault's later event of a new sale. */
export function scheduleEvent(context: SimulatorContext, paymentId: string, fault: Fault | null): void {
  const row = fault === null ? undefined : eventByFault[fault]
  if (row) schedule(context, paymentId, ...row)
}

/** A duplicate sale under the same order number, at once or later. */
export function makeDuplicateSale(context: SimulatorContext, sale: Sale, fault: Fault | null): void {
  const make = (notifies: boolean) => {
    const paymentId = randomUUID()
    context.ledger.saveSale({ ...sale, paymentId, createdAt: context.clock.now().toISOString() })
    if (notifies) void context.notifier.notify(paymentId)
  }
  if (fault === 'sale_twice') make(true)
  if (fault === 'sale_twice_unheard') make(false)
  if (fault === 'sale_twice_late') context.later.schedule(() => make(true))
}

/**
 * The issuer refuses the void afterwards (ChangeType 5): the sale returns to its earlier state, and later
 * voids stay.
 */
export function scheduleVoidDenial(context: SimulatorContext, before: Sale, cents: number): void {
  const { status, returnCode } = before
  const turn = (sale: Sale) => ({ ...sale, status, returnCode, voided: sale.voided - cents })
  schedule(context, before.paymentId, turn, changeTypes.voidDenied)
}

/** A dispute, shown by queries without a notification. */
export function dispute(context: SimulatorContext, sale: Sale): void {
  const turned = chargedBack(sale, context.clock.now())
  if (turned) context.ledger.saveSale(turned)
}

function schedule(
  context: SimulatorContext,
  paymentId: string,
  turn: LaterEvent,
  changeType: ChangeType,
): void {
  context.later.schedule(() => {
    const sale = context.ledger.sale(paymentId)
    const turned = sale && turn(sale, context.clock.now())
    if (!turned) return
    context.ledger.saveSale(turned)
    void context.notifier.notify(paymentId, changeType)
  })
}

/** TryAutomaticCancellation: Cielo cancels a sale that it found authorised later. */
function cancelled(sale: Sale, now: Date): Sale | null {
  if (sale.status !== 1 && sale.status !== 2) return null
  const all = sale.status === 1 ? sale.authorised : sale.captured
  return { ...sale, status: 10, voided: all, voidedAt: now.toISOString() }
}

function chargedBack(sale: Sale, now: Date): Sale | null {
  if (sale.captured === 0) return null
  const chargeback = {
    Amount: sale.captured - sale.voided,
    CaseNumber: `${sale.proofOfSale}${'0'.repeat(sale.details.chargebacks.length)}`,
    Date: wireDate(now.toISOString()).slice(0, 10),
    ReasonCode: '104',
    ReasonMessage: 'Outra fraude - cartao ausente',
    Status: 'Received',
    RawData: 'Client did not participate and did not authorize transaction',
  }
  return { ...sale, details: { ...sale.details, chargebacks: [...sale.details.chargebacks, chargeback] } }
}

function alerted(sale: Sale, now: Date): Sale | null {
  if (sale.captured === 0) return null
  const alert = {
    Date: wireDate(now.toISOString()).slice(0, 10),
    ReasonMessage: 'Uso fraudulento do numero do cartao',
    IncomingChargeback: false,
  }
  return { ...sale, details: { ...sale.details, fraudAlert: alert } }
}
