import { readFileSync } from 'node:fs'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { bacenAcquirer } from '#acquirer/server/pix/bacen.ts'
import { openBank } from '#acquirer/server/pix/bank/bank.ts'
import type { PixSettings } from '#acquirer/server/pix/bank/settings.ts'
import { registerWebhook } from '#acquirer/server/pix/webhook.ts'
import { demoPixClient } from '#acquirer/simulator/pix/api/tokens.ts'
import type { Clock } from '#kit/clock.ts'
import type { Config } from '../config.ts'

/** What the demo's bank is reached with; nothing of it is worth keeping secret. */
const demo = { key: 'pix@guiche.example', webhookSecret: 'demonstracao-do-banco-simulado-00' }

/** The settings of the bank's adapter; null where the configuration names none. `url` is the simulator's, where one runs. */
export function pixSettings(config: Config, url: string | null, clock: Clock): PixSettings | null {
  const { pix, timing } = config
  if (pix.provider !== 'bacen' && pix.provider !== 'simulator') return null
  const simulated = pix.provider === 'simulator'
  const apiUrl = pix.url ?? url
  if (apiUrl === null) return null
  const { cert, certKey } = pix
  return {
    apiUrl,
    tokenUrl: pix.tokenUrl ?? `${apiUrl}/oauth/token`,
    clientId: pix.clientId ?? demoPixClient.id,
    clientSecret: pix.clientSecret ?? (simulated ? demoPixClient.secret : ''),
    key: pix.key ?? demo.key,
    certificate:
      cert && certKey ? { cert: readFileSync(cert, 'utf8'), key: readFileSync(certKey, 'utf8') } : null,
    webhookSecret: pix.webhookSecret ?? (simulated ? demo.webhookSecret : ''),
    bank: pix.bank,
    expiryS: pix.expiryS,
    timeoutMs: timing.acquirerTimeoutMs,
    clock,
  }
}

/** The adapters of Pix that the configuration names beside the acquirer's: one, or none. */
export function pixAcquirers(settings: PixSettings | null): Acquirer[] {
  return settings === null ? [] : [bacenAcquirer(settings)]
}

/** The address that the bank is told; it adds `/pix` itself. */
export function webhookAddress(publicUrl: string, { webhookSecret, bank }: PixSettings): string {
  return `${publicUrl}/webhooks/pix/${webhookSecret}${bank.webhookSuffix}`
}

/** Tells the demo's bank where we listen. Throws when it does not take it. */
export async function tellSimulator({ host, port }: Config, settings: PixSettings): Promise<void> {
  const why = await registerWebhook(openBank(settings), webhookAddress(`http://${host}:${port}`, settings))
  if (why !== null) throw new Error(`the simulated bank takes no webhook: ${why}`)
}
