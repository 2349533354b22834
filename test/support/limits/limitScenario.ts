import { expect } from 'vitest'
import { limits, type SlidingLimit } from '#session/limits.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import type { Answer, PortalClient } from '../client.ts'
import { address, must, payer } from '../flow.ts'
import { freshAddress } from '../people.ts'
import type { TestPortal } from '../portal.ts'

/** Spends a limit as its owner and as a stranger, and says with `expect` what each of them meets. */
export type LimitScenario = (portal: TestPortal) => Promise<void>

/** As if it had been counted so often: what is left is done by calls. */
export async function spendLimit(
  portal: TestPortal,
  limit: SlidingLimit,
  key: string,
  times: number,
): Promise<void> {
  await recordHits(
    portal.db,
    Array.from({ length: times }, () => ({ limit, key })),
    portal.clock.now(),
  )
}

/** Two addresses of one IPv6 /64, and what limits take them for. */
export function twoAddressesOfOneNet(): { one: string; other: string; key: string } {
  const net = freshAddress().replace('::1', '')
  return { one: `${net}::1`, other: `${net}:ffff:1:2:3`, key: `${net}::/64` }
}

/** A guest with data and address. */
export async function guest(portal: TestPortal, from = freshAddress()): Promise<PortalClient> {
  const client = portal.client(from)
  must(await client.post('/api/account/set_account', payer))
  must(await client.post('/api/account/set_address', address))
  return client
}

export function expectWait(
  answer: Answer,
  code: 'too_many' | 'too_many_attempts' | 'too_many_changes',
): void {
  expect(answer).toMatchObject({ status: 429, body: { code } })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

/**
 * The limit of an address: `ask` is counted, at the last time that is free too; then whoever comes from the same /64 waits (the human
 * check is off here), and nobody else.
 */
export async function spendByAddress(
  portal: TestPortal,
  limit: SlidingLimit,
  ask: (from: string) => Promise<Answer>,
  counted = 200,
): Promise<void> {
  const { one, other, key } = twoAddressesOfOneNet()
  await spendLimit(portal, limit, key, limits[limit].max - 1)
  expect((await ask(one)).status).toBe(counted)
  expectWait(await ask(other), 'too_many')
  expect((await ask(freshAddress())).status).toBe(counted)
  portal.clock.forward(61)
  expect((await ask(one)).status).toBe(counted)
}
