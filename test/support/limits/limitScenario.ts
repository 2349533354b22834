import { expect } from 'vitest'
import { limits, type SlidingLimit } from '#session/limits.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import type { Answer, PortalClient } from '../client.ts'
import { address, must, payer } from '../flow.ts'
import { freshAddress } from '../people.ts'
import type { TestPortal } from '../portal.ts'

/** Exceeds a limit as its owner, and checks with `expect` what the owner and a stranger are answered. */
export type LimitScenario = (portal: TestPortal) => Promise<void>

/** Adds so many counted hits; the calls add the rest. */
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

/** Two addresses of one IPv6 /64, and the key of their limit. */
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
 * The limit of an address: `ask` is accepted the last time that is free; then a caller from the same /64 must wait (the
 * human check is off here), and others need not.
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
