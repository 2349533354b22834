import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
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
  const append = (entry: object) => {
    if (dataFile !== null) appendFileSync(dataFile, `${JSON.stringify(entry)}\n`)
  }
  const rewrite = () => {
    if (dataFile !== null) writeWhole(dataFile, [...linesOf(charges, webhooks)])
  }
  for (const entry of dataFile === null ? [] : readEntries(dataFile)) {
    if (entry.kind === 'charge') charges.set(entry.charge.txid, entry.charge)
    else webhooks.set(entry.webhook.key, entry.webhook)
  }
  rewrite()

  return {
    charge: (txid) => charges.get(txid),
    charges: () => [...charges.values()],
    webhook: (key) => webhooks.get(key),
    keepCharge(charge) {
      append({ kind: 'charge', charge })
      charges.set(charge.txid, charge)
    },
    keepWebhook(webhook) {
      append({ kind: 'webhook', webhook })
      webhooks.set(webhook.key, webhook)
    },
    dropWebhook(key) {
      webhooks.delete(key)
      rewrite()
    },
  }
}

function* linesOf(charges: Map<string, Charge>, webhooks: Map<string, Webhook>): Generator<object> {
  for (const webhook of webhooks.values()) yield { kind: 'webhook', webhook }
  for (const charge of charges.values()) yield { kind: 'charge', charge }
}

function readEntries(dataFile: string) {
  if (!existsSync(dataFile)) return []
  return readFileSync(dataFile, 'utf8')
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
}

function parseLine(line: string) {
  try {
    const parsed = record.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function writeWhole(dataFile: string, entries: readonly object[]): void {
  mkdirSync(dirname(dataFile), { recursive: true })
  const fresh = `${dataFile}.${process.pid}.new`
  writeFileSync(fresh, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  renameSync(fresh, dataFile)
}
