import { lookUp } from '#kit/text/lookUp.ts'
import * as z from 'zod/mini'
import { storeOwn, readOwn } from '#kit/web/state/own.ts'
import { transaction, type WireTransaction } from '#payment/contract.ts'
// Registers the schema of a reservation within a transaction.
import '../shown.ts'

const codes = z.record(z.string(), z.string())

/** Drops the codes of ended ones. */
export function cacheReservations(userId: number, list: readonly WireTransaction[]): void {
  storeOwn(userId, 'reservations', list)
  const wanted = new Set(list.filter(({ reserve }) => reserve?.has_qrcode).map(({ ws_token }) => ws_token))
  storeOwn(
    userId,
    'qrcodes',
    Object.fromEntries(Object.entries(keptCodes()).filter(([token]) => wanted.has(token))),
  )
}

/** Null when there are none or they are damaged. */
export function cachedReservations(): WireTransaction[] | null {
  const kept = z.safeParse(z.array(transaction), readOwn('reservations'))
  return kept.success ? kept.data : null
}

export function cacheCode(userId: number, token: string, image: string): void {
  storeOwn(userId, 'qrcodes', { ...keptCodes(), [token]: image })
}

export function cachedCode(token: string): string | null {
  return lookUp(keptCodes(), token) ?? null
}

function keptCodes(): Record<string, string> {
  const kept = z.safeParse(codes, readOwn('qrcodes'))
  return kept.success ? kept.data : {}
}
