import { dayMs, plus } from '#kit/clock.ts'
import { lawDays } from '#kit/server/retention/retention.ts'
import type { ReceiptDeps } from '../deps.ts'

/** As a JWK set: each key until its last capture is as old as the law asks. */
export async function publishedKeys({
  db,
  clock,
  receiptKeys,
}: Pick<ReceiptDeps, 'db' | 'clock' | 'receiptKeys'>) {
  const since = plus(clock.now(), -lawDays * dayMs)
  const found = await Promise.all(
    receiptKeys.all.map(async ({ kid, x }, at) => {
      const newest = await db
        .selectFrom('payment')
        .select('paid_at')
        .where('receipt_kid', '=', kid)
        .where('paid_at', 'is not', null)
        .orderBy('paid_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const last = newest?.paid_at ?? null
      if (receiptKeys.revoked.has(kid) || (at > 0 && last !== null && last < since)) return []
      const key = { kty: 'OKP', crv: 'Ed25519', kid, x, use: 'sig' } as const
      return [{ ...key, last_signed_at: last && last.toISOString() }]
    }),
  )
  return { keys: found.flat() }
}
