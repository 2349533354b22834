import { lookUp } from '#kit/text/lookUp.ts'
import * as z from 'zod/mini'
import { writeUserValue, readUserValue } from '#kit/web/state/userStorage.ts'
import { transaction, type WireTransaction } from '#payment/contract.ts'
// Registers the schema of a reservation within a transaction.
import '../wireReserve.ts'

const codesSchema = z.record(z.string(), z.string())

/** QR codes of ended reservations are dropped. */
export function cacheReservations(userId: number, list: readonly WireTransaction[]): void {
  writeUserValue(userId, 'reservations', list)
  const wanted = new Set(list.filter(({ reserve }) => reserve?.has_qrcode).map(({ ws_token }) => ws_token))
  writeUserValue(
    userId,
    'qrcodes',
    Object.fromEntries(Object.entries(cachedCodes()).filter(([token]) => wanted.has(token))),
  )
}

/** Null when nothing is stored, or what is stored is damaged. */
export function cachedReservations(): WireTransaction[] | null {
  const kept = z.safeParse(z.array(transaction), readUserValue('reservations'))
  return kept.success ? kept.data : null
}

export function cacheCode(userId: number, token: string, image: string): void {
  writeUserValue(userId, 'qrcodes', { ...cachedCodes(), [token]: image })
}

export function cachedCode(token: string): string | null {
  return lookUp(cachedCodes(), token) ?? null
}

function cachedCodes(): Record<string, string> {
  const kept = z.safeParse(codesSchema, readUserValue('qrcodes'))
  return kept.success ? kept.data : {}
}
