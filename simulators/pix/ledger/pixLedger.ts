import { openJournal } from '../../cielo/ledger/journal.ts'
import { type Charge, record, type Webhook } from './records.ts'

/** The simulator's data; a file keeps it across restarts. */
export type PixLedger = {
  charge(txid: string): Charge | undefined
  charges(): Charge[]
  webhook(key: string): Webhook | undefined
  saveCharge(charge: Charge): void
  saveWebhook(webhook: Webhook): void
  deleteWebhook(key: string): void
}

/** The last record of a charge counts; the file is compacted at start. Throws when it cannot be written. */
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
    saveCharge(charge) {
      journal.append({ kind: 'charge', charge })
      charges.set(charge.txid, charge)
    },
    saveWebhook(webhook) {
      journal.append({ kind: 'webhook', webhook })
      webhooks.set(webhook.key, webhook)
    },
    deleteWebhook(key) {
      webhooks.delete(key)
      rewrite()
    },
  }
}
