import type { Clock } from '#kit/clock.ts'
import type { Authentication, AuthoriseRequest, CardKind, TypedCard } from '#acquirer/acquirer.ts'
import { recogniseBrand } from '#acquirer/recogniseBrand.ts'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'
import type { CieloSettings } from '#acquirer/server/cielo/client.ts'
import type { Fault } from './faults.ts'
import { simulatedMerchant } from './merchant.ts'
import { type SimulatorOptions, startSimulator } from './simulator.ts'

export const testMerchant = simulatedMerchant

/** Stands still until a test moves it. */
export function stoppedClock(start: string): Clock & { set(iso: string): void } {
  let now = new Date(start)
  return {
    now: () => now,
    set(iso) {
      now = new Date(iso)
    },
  }
}

let orders = 0

export const testAuthentication: Authentication = {
  version: '2.2.0',
  eci: '05',
  cavv: 'AAAB',
  xid: null,
  referenceId: 'r-1',
  dataOnly: false,
}

/** A credit sale of R$ 12,50, captured at once, with an approved card. */
export function testSale(
  change: Partial<AuthoriseRequest> & { kind?: CardKind; number?: string; save?: boolean } = {},
): AuthoriseRequest {
  const { kind = 'credit', number = '4000000000000010', save = false, ...rest } = change
  orders += 1
  return {
    orderKey: `TRIAL${orders}A${Date.now()}`,
    amountCents: 1250,
    capture: true,
    instrument: typedCard(kind, number, save),
    authentication: kind === 'debit' ? testAuthentication : null,
    payer: {
      name: 'Maria de Souza',
      taxId: '52998224725',
      email: 'maria@example.com',
      phone: null,
      address: {
        street: 'Rua das Flores',
        number: '10',
        complement: null,
        postalCode: '80010-000',
        city: 'Curitiba',
        state: 'PR',
      },
    },
    returnUrl: 'http://127.0.0.1:9/back?n=1&m=2',
    ...rest,
  }
}

function typedCard(kind: CardKind, number: string, save: boolean): TypedCard {
  const brand = recogniseBrand(number) ?? 'Visa'
  return {
    type: 'typed_card',
    kind,
    number,
    cardholder: 'José D’Ávila 3º',
    expiryMonth: 12,
    expiryYear: 2040,
    cvv: '123',
    brand,
    save,
  }
}

/** The adapter and the simulator over real sockets. */
export async function openTestBed(
  simulatorOptions: Partial<SimulatorOptions> = {},
  settings: Partial<CieloSettings> = {},
) {
  const simulator = await startSimulator({ port: 0, ...simulatorOptions })
  const control = (method: string, path: string, body?: object) =>
    fetch(simulator.url + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  return {
    url: simulator.url,
    queryUrl: simulator.queryUrl,
    acquirer: cieloAcquirer({
      transactionUrl: simulator.url,
      queryUrl: simulator.queryUrl,
      isSingleHost: simulator.queryUrl === simulator.url,
      ...testMerchant,
      softDescriptor: 'ESTACIONA',
      timeoutMs: 5_000,
      clock: simulatorOptions.clock ?? { now: () => new Date() },
      ...settings,
    }),
    close: simulator.close,
    control,
    fault: (fault: Fault, times = 1) => control('POST', '/_sim/next', { fault, times }),
    choose: (url: string, choice: 'authenticated' | 'refused' | 'abandoned') =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ choice }) }),
    wire: (method: string, path: string, body?: unknown) =>
      fetch((method === 'GET' ? simulator.queryUrl : simulator.url) + path, {
        method,
        headers: { ...testMerchant, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  }
}
