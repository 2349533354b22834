import { openJournal } from '../../cielo/ledger/journal.ts'
import { type Charge, record, type Webhook } from './records.ts'

/** Everything the simulated bank remembers. With a file, it outlives the process. */
export type PixLedger = {
  charge(txid: string): Charge | undefined
  /** Oldest first. */
  charges(): Charge[]
  webhook(key: string): Webhook | undefined
  keepCharge(charge: Charge): void
  keepWebhook(webhook: Webhook): void
  dropWebhook(key: string): void
}

/**
 * The file holds one JSON record a line; the last one of a charge counts, and a line that a killed process left half
 * written is dropped. It is rewritten short at each start. Throws when it cannot be written.
 */
export function openPixLedger(dataFile: string | null): PixLedger {
  const charges = new Map<string, Charge>()
  const webhooks = new Map<string, Webhook>()
  const journal = openJournal(dataFile, record)
  const rewrite = () =>
    journal.rewrite([
      ...[...webhooks.values()].map((webhook) => ({ kind: 'webhook' as const, webhook })),
      ...[...charges.values()].map((charge) => ({ kind: 'charge' as const, charge })),
    ])
  for (const entry of journal.read()) {
    if (entry.kind === 'charge') charges.set(entry.charge.txid, entry.charge)
    else webhooks.set(entry.webhook.key, entry.webhook)
  }
  rewrite()

  return {
    charge: (txid) => charges.get(txid),
    charges: () => [...charges.values()],
    webhook: (key) => webhooks.get(key),
    keepCharge(charge) {
      journal.append({ kind: 'charge', charge })
      charges.set(charge.txid, charge)
    },
    keepWebhook(webhook) {
      journal.append({ kind: 'webhook', webhook })
      webhooks.set(webhook.key, webhook)
    },
    dropWebhook(key) {
      webhooks.delete(key)
      rewrite()
    },
  }
}
