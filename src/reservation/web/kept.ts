import { lookUp } from '#kit/text/lookUp.ts'
import * as z from 'zod/mini'
import { storeOwn, readOwn } from '#kit/web/state/own.ts'
import { transaction } from '#payment/contract.ts'
import type { WireTransaction } from '#payment/contract.ts'
// Says how a reservation within a transaction is read.
import '../shown.ts'

const codes = z.record(z.string(), z.string())

/** Keeps this person's reservations, to be read at the gate without a signal, and drops the codes of those that are over. */
export function keepReservations(userId: number, list: readonly WireTransaction[]): void {
  storeOwn(userId, 'reservations', list)
  const wanted = new Set(list.filter(({ reserve }) => reserve?.has_qrcode).map(({ ws_token }) => ws_token))
  storeOwn(
    userId,
    'qrcodes',
    Object.fromEntries(Object.entries(keptCodes()).filter(([token]) => wanted.has(token))),
  )
}

/** The reservations as they were last seen on this device; null when none were. A damaged list is none. */
export function keptReservations(): WireTransaction[] | null {
  const kept = z.safeParse(z.array(transaction), readOwn('reservations'))
  return kept.success ? kept.data : null
}

/** Keeps the image of this person's QR code, as a data address. */
export function keepCode(userId: number, token: string, image: string): void {
  storeOwn(userId, 'qrcodes', { ...keptCodes(), [token]: image })
}

/** The kept image of a reservation's QR code; null when there is none. */
export function keptCode(token: string): string | null {
  return lookUp(keptCodes(), token) ?? null
}

function keptCodes(): Record<string, string> {
  const kept = z.safeParse(codes, readOwn('qrcodes'))
  return kept.success ? kept.data : {}
}
