import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { AuthoriseRequest } from '#acquirer/acquirer.ts'
import { bacenAcquirer } from '#acquirer/server/pix/bacen.ts'
import { createBankClient } from '#acquirer/server/pix/bank/bankClient.ts'
import { banks, type PixSettings } from '#acquirer/server/pix/bank/banks.ts'
import { testSale } from '../cielo/testBed.ts'
import { demoPixClient } from './api/tokens.ts'
import type { PixFault } from './pixFaults.ts'
import { type PixSimulatorOptions, startPixSimulator } from './pixSimulator.ts'

const ledger = z.object({
  charges: z.array(
    z.object({
      txid: z.string(),
      order: z.string(),
      amount: z.number(),
      status: z.string(),
      paid: z.array(z.object({ e2eid: z.string(), amount: z.number(), at: z.string() })),
      returned: z.number(),
    }),
  ),
})
const shown = z.object({
  devolucoes: z.optional(z.array(z.object({ id: z.string(), valor: z.string(), status: z.string() }))),
})
const paid = z.object({ e2eid: z.string(), amount: z.number() })

/** A Pix of R$ 12,50. */
export function testPixSale(change: Partial<AuthoriseRequest> = {}): AuthoriseRequest {
  const orderKey = `${randomBytes(16).toString('hex')}1`
  return testSale({ orderKey, instrument: { type: 'pix' }, ...change })
}

export function pixSettingsFor(url: string): PixSettings {
  return {
    apiUrl: url,
    tokenUrl: `${url}/oauth/token`,
    clientId: demoPixClient.id,
    clientSecret: demoPixClient.secret,
    key: 'pix@guiche.test',
    certificate: null,
    webhookSecret: 'w'.repeat(32),
    bank: banks.standard,
    expiryS: 900,
    timeoutMs: 5_000,
    clock: { now: () => new Date() },
  }
}

/** The bank's controls over HTTP. */
export function pixControls(url: string) {
  const control = async (method: string, path: string, body?: object) => {
    const reply = await fetch(url + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply
  }
  return {
    url,
    ledger: async () => z.parse(ledger, await (await control('GET', '/_sim/ledger')).json()).charges,
    pay: async (txid: string, amount?: number) =>
      z.parse(paid, await (await control('POST', '/_sim/pay', { txid, amount })).json()),
    fault: async (fault: PixFault, times = 1): Promise<void> => {
      await control('POST', '/_sim/next', { fault, times })
    },
    clearFaults: async (): Promise<void> => {
      await control('DELETE', '/_sim/next')
    },
    tokensAsked: async () =>
      z.parse(z.object({ given: z.number() }), await (await control('GET', '/_sim/tokens')).json()).given,
    forgetTokens: async (): Promise<void> => {
      await control('DELETE', '/_sim/tokens')
    },
  }
}

/** The adapter and the simulated bank over real sockets. */
export async function openPixTestBed(
  options: Partial<PixSimulatorOptions> = {},
  settings: Partial<PixSettings> = {},
) {
  const simulator = await startPixSimulator({ port: 0, ...options })
  const clock = options.clock ?? { now: () => new Date() }
  const all = { ...pixSettingsFor(simulator.url), clock, ...settings }
  const bank = createBankClient(all)
  return {
    ...pixControls(simulator.url),
    settings: all,
    acquirer: bacenAcquirer(all),
    close: simulator.close,
    /** Devoluções of a payment: id, amount, status. */
    returnsOf: async (e2eid: string) => {
      const answer = await bank.call({ method: 'GET', resource: 'pix', path: `/${e2eid}` })
      const { devolucoes = [] } = z.parse(shown, 'body' in answer ? answer.body : null)
      return devolucoes.map(({ id, valor, status }) => [id, valor, status])
    },
  }
}
