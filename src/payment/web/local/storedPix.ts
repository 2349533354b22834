import { useMemo, useSyncExternalStore } from 'react'
import { hasShape, type ShapeOf } from '#kit/web/state/hasShape.ts'
import { readUserValue } from '#kit/web/state/userStorage.ts'
import { readStored } from '#kit/web/state/webStorage.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { useServerTime } from '#kit/web/time/useServerTime.ts'
import type { OwnOrForeignTransaction } from '../../contract.ts'
import { subscribeToLocal, writeLocal } from './localStorage.ts'

const fieldTypes = {
  token: 'string',
  ticketCode: 'string',
  valueHuman: 'string',
  timeZone: 'string',
  expiresAt: 'string',
} as const

/** A Pix code of this browser that can still be paid. */
export type StoredPix = ShapeOf<typeof fieldTypes>

/** A person's codes are `own`: nobody else sees them, and `clearUserStorage` removes them (docs/spec.md#r26). */
const storageKey = (isPerson: boolean) => (isPerson ? 'guiche.own.pix' : 'guiche.pix')

/** A code that a wrong clock says is over stays as long. */
const keptMs = 24 * 3_600_000

/** Keeps the code while it can be paid. Its end is read by `LazyPaidTickets` and `tools/build/firstPaint.js`. */
export function storeOpenPix(payment: OwnOrForeignTransaction): void {
  const { ws_token: token, mine } = payment
  const pix = mine === false ? null : payment.pix
  const key = storageKey(mine !== false && payment.has_user)
  const before = usablePix(readStored('localStorage', key), serverTime() - keptMs)
  const others = before.filter((one) => one.token !== token)
  if (pix === null && others.length === before.length) return
  const { ticket_code: ticketCode, valueHuman, time_zone: timeZone } = payment
  const own = pix ? [{ token, ticketCode, valueHuman, timeZone, expiresAt: pix.expires_at }] : []
  const all = [...others, ...own]
  const ends = all.map(({ expiresAt }) => Date.parse(expiresAt) + Date.now() - serverTime())
  writeLocal(key, all)
  writeLocal('pix', Math.max(0, ...ends))
}

/** Open codes of the person, or guest, who uses this browser now. */
export function useOpenPix(): readonly StoredPix[] {
  const text = useSyncExternalStore(
    subscribeToLocal,
    () => JSON.stringify(readCurrentOwner()),
    () => 'null',
  )
  const now = useServerTime()
  const all = useMemo(() => usablePix(JSON.parse(text), 0), [text])
  return all.filter(({ expiresAt }) => Date.parse(expiresAt) > now)
}

export function findOpenPix(ticketCode: string): StoredPix | undefined {
  return usablePix(readCurrentOwner(), serverTime()).find((one) => one.ticketCode === ticketCode)
}

function readCurrentOwner(): unknown {
  return readStored('localStorage', storageKey(readUserValue('owner') !== null))
}

/** The codes that can be paid after the instant `since`. */
function usablePix(stored: unknown, since: number): StoredPix[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (one): one is StoredPix => hasShape(one, fieldTypes) && Date.parse(one.expiresAt) > since,
  )
}
