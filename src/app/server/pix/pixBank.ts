import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Acquirer } from '#acquirer/acquirer.ts'
import type { CieloSettings } from '#acquirer/server/cielo/client.ts'
import { cieloPixAcquirer } from '#acquirer/server/cielo/pix/cieloPix.ts'
import { bacenAcquirer } from '#acquirer/server/pix/bacen.ts'
import { createBankClient } from '#acquirer/server/pix/bank/bankClient.ts'
import type { PixSettings } from '#acquirer/server/pix/bank/banks.ts'
import { registerWebhook } from '#acquirer/server/pix/webhook.ts'
import type { Certificate } from '#alert/server/deps.ts'
import type { Clock } from '#kit/clock.ts'
import type { Config } from '../environment/environment.ts'
import { spawnPixSimulator } from '../simulator.ts'

/** Equal to `demoPixClient` (`simulators/pix/api/tokens.ts`). */
const demoClient = {
  clientId: 'guiche',
  clientSecret: 'simulador',
  key: 'pix@guiche.example',
  webhookSecret: 'demonstracao-do-banco-simulado-00',
}

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
    clientId: pix.clientId ?? demoClient.clientId,
    clientSecret: pix.clientSecret ?? (simulated ? demoClient.clientSecret : ''),
    key: pix.key ?? demoClient.key,
    certificate:
      cert && certKey ? { cert: readFileSync(cert, 'utf8'), key: readFileSync(certKey, 'utf8') } : null,
    webhookSecret: pix.webhookSecret ?? (simulated ? demoClient.webhookSecret : ''),
    bank: pix.bank,
    expiryS: pix.expiryS,
    timeoutMs: timing.acquirerTimeoutMs,
    clock,
  }
}

/** The bank appends `/pix`. */
export function webhookAddress(publicUrl: string, { webhookSecret, bank }: PixSettings): string {
  return `${publicUrl}/webhooks/pix/${webhookSecret}${bank.webhookSuffix}`
}

type PixSetup = {
  acquirers(cielo: CieloSettings): Acquirer[]
  paymentUrl(acquirerUrl: string): string | null
  announceWebhook(): Promise<void>
  close(): Promise<void>
}

/** Slow machines need it. */
const registrationTimeoutMs = 60_000

export async function openPix(config: Config, clock: Clock): Promise<PixSetup> {
  const { pix, acquirer, host, port } = config
  const isSimulated = pix.provider === 'simulator'
  const simulator = isSimulated && pix.url === null ? await spawnPixSimulator(pix.simulator) : null
  const settings = pixSettings(config, simulator?.url ?? null, clock)
  return {
    acquirers: (cielo) => {
      if (pix.provider === 'cielo') return [cieloPixAcquirer(cielo, pix.expiryS)]
      return settings === null ? [] : [bacenAcquirer(settings)]
    },
    paymentUrl: (acquirerUrl) => {
      if (isSimulated) return settings?.apiUrl ?? null
      return pix.provider === 'cielo' && acquirer === 'simulator' ? `${acquirerUrl}/pix` : null
    },
    announceWebhook: async () => {
      if (!isSimulated || settings === null) return
      const address = webhookAddress(`http://${host}:${port}`, settings)
      const why = await registerWebhook(
        createBankClient({ ...settings, timeoutMs: registrationTimeoutMs }),
        address,
      )
      if (why !== null) throw new Error(`the simulated bank takes no webhook: ${why}`)
    },
    close: async () => simulator?.close(),
  }
}

export function certificatesOf({ pix }: Pick<Config, 'pix'>): Certificate[] {
  if (pix.cert === null) return []
  return [{ name: 'do Pix', until: new Date(new X509Certificate(readFileSync(pix.cert)).validTo) }]
}
