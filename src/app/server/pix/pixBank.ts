import { readFileSync } from 'node:fs'
import type { Acquirer } from '#acquirer/acquirer.ts'
import type { CieloSettings } from '#acquirer/server/cielo/client.ts'
import { cieloPixAcquirer } from '#acquirer/server/cielo/pix/cieloPix.ts'
import { bacenAcquirer } from '#acquirer/server/pix/bacen.ts'
import { openBank } from '#acquirer/server/pix/bank/bank.ts'
import type { PixSettings } from '#acquirer/server/pix/bank/settings.ts'
import { registerWebhook } from '#acquirer/server/pix/webhook.ts'
import type { Clock } from '#kit/clock.ts'
import type { Config } from '../config.ts'
import { spawnPixSimulator } from '../simulator.ts'

/**
 * The demo's client, key and webhook secret at the simulated bank; nothing of it is worth keeping secret. The bank knows
 * the client as `demoPixClient` (`simulators/pix/api/tokens.ts`): a start of the demo fails where the two differ.
 */
const demo = {
  clientId: 'guiche',
  clientSecret: 'simulador',
  key: 'pix@guiche.example',
  webhookSecret: 'demonstracao-do-banco-simulado-00',
}

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
    clientId: pix.clientId ?? demo.clientId,
    clientSecret: pix.clientSecret ?? (simulated ? demo.clientSecret : ''),
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

/** The address that the bank is told; it adds `/pix` itself. */
export function webhookAddress(publicUrl: string, { webhookSecret, bank }: PixSettings): string {
  return `${publicUrl}/webhooks/pix/${webhookSecret}${bank.webhookSuffix}`
}

/** What a process has of Pix: its adapters, and the bank of the demo where one is simulated. */
export type PixHouse = {
  /** The adapters that the configuration names beside that of the cards: one, or none. */
  acquirers(cielo: CieloSettings): Acquirer[]
  /** Where Pix is paid in the demo; null where no bank is simulated. */
  paidAt(acquirerUrl: string): string | null
  /** Tells the demo's bank where we listen. Throws when it does not take it. */
  tell(): Promise<void>
  close(): Promise<void>
}

/** A simulator that has started answers, however slow the machine is; without it the portal ends. */
const toldWithinMs = 60_000

/** Starts the bank's simulator where one is used. */
export async function openPix(config: Config, clock: Clock): Promise<PixHouse> {
  const { pix, acquirer, host, port } = config
  const isSimulated = pix.provider === 'simulator'
  const simulator = isSimulated && pix.url === null ? await spawnPixSimulator(pix.simulator) : null
  const settings = pixSettings(config, simulator?.url ?? null, clock)
  return {
    acquirers: (cielo) => {
      if (pix.provider === 'cielo') return [cieloPixAcquirer(cielo, pix.expiryS)]
      return settings === null ? [] : [bacenAcquirer(settings)]
    },
    paidAt: (acquirerUrl) => {
      if (isSimulated) return settings?.apiUrl ?? null
      return pix.provider === 'cielo' && acquirer === 'simulator' ? `${acquirerUrl}/pix` : null
    },
    tell: async () => {
      if (!isSimulated || settings === null) return
      const address = webhookAddress(`http://${host}:${port}`, settings)
      const why = await registerWebhook(openBank({ ...settings, timeoutMs: toldWithinMs }), address)
      if (why !== null) throw new Error(`the simulated bank takes no webhook: ${why}`)
    },
    close: async () => simulator?.close(),
  }
}
