import { randomBytes } from 'node:crypto'
import type { PixContext } from './pixContext.ts'
import type { Charge, PixPayment } from './ledger/records.ts'

/** The banks' format: a letter, the bank, the minute, and eleven letters and digits. */
export function bankId(letter: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12)
  return `${letter}99999999${minute}${randomBytes(8).toString('hex').slice(0, 11)}`
}

/**
 * Pays a charge in any state: late, twice, or another amount. Undefined for an unknown charge. A queued fault
 * decides on the webhook.
 */
export async function payCharge(
  context: PixContext,
  { txid, amount }: { txid: string; amount: number | null },
): Promise<PixPayment | undefined> {
  const before = context.ledger.charge(txid)
  if (!before) return undefined
  const now = context.clock.now()
  const paid: PixPayment = {
    e2eid: bankId('E', now),
    amount: amount ?? before.amount,
    at: now.toISOString(),
    given: [],
  }
  const fault = context.faults.take('payment')
  const url = context.ledger.webhook(before.key)?.url ?? null
  const news = { charge: before, paid }
  if (fault === 'webhook_early') {
    await context.notifier.notify(url, news)
    savePayment(context, txid, paid)
    return paid
  }
  savePayment(context, txid, paid)
  const times = fault === 'silent_webhook' ? 0 : fault === 'webhook_twice' ? 2 : 1
  await Promise.all(Array.from({ length: times }, () => context.notifier.notify(url, news)))
  return paid
}

function savePayment({ ledger }: PixContext, txid: string, paid: PixPayment): void {
  const charge = ledger.charge(txid)
  if (!charge) return
  const status: Charge['status'] = charge.status === 'ATIVA' ? 'CONCLUIDA' : charge.status
  ledger.saveCharge({ ...charge, status, paid: [...charge.paid, paid] })
}

/** The standard has no state for an expired charge. */
export function isExpired({ createdAt, expiryS }: Charge, now: Date): boolean {
  return now.getTime() > Date.parse(createdAt) + expiryS * 1000
}
