import { useMemo, useSyncExternalStore } from 'react'
import { hasShape, type ShapeOf } from '#kit/web/state/hasShape.ts'
import { readUserValue } from '#kit/web/state/userStorage.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { OwnOrForeignTransaction } from '../../contract.ts'
import { subscribeToStored, parseJson, readStored, writeStored } from './browserStorage.ts'

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

/** Keeps the code while it can be paid. Its end is read by `LazyPaidTickets` and `tools/build/firstPaint.js`. */
export function storeOpenPix(payment: OwnOrForeignTransaction): void {
  const { ws_token: token, mine } = payment
  const pix = mine === false ? null : payment.pix
  const key = storageKey(mine !== false && payment.has_user)
  const before = parseUnexpired(readStored(key))
  const others = before.filter((one) => one.token !== token)
  if (pix === null && others.length === before.length) return
  const { ticket_code: ticketCode, valueHuman, time_zone: timeZone } = payment
  const own = pix ? [{ token, ticketCode, valueHuman, timeZone, expiresAt: pix.expires_at }] : []
  const all = [...others, ...own]
  const ends = all.map(({ expiresAt }) => Date.parse(expiresAt) + Date.now() - serverTime())
  writeStored(key, JSON.stringify(all))
  writeStored('pix', String(Math.max(0, ...ends)))
}

/** Open codes of the person, or guest, who uses this browser now. */
export function useOpenPix(): readonly StoredPix[] {
  const text = useSyncExternalStore(subscribeToStored, readCurrentOwner, () => '')
  return useMemo(() => parseUnexpired(text), [text])
}

export function findOpenPix(ticketCode: string): StoredPix | undefined {
  return parseUnexpired(readCurrentOwner()).find((one) => one.ticketCode === ticketCode)
}

function readCurrentOwner(): string {
  return readStored(storageKey(readUserValue('owner') !== null))
}

function parseUnexpired(text: string): StoredPix[] {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (one): one is StoredPix => hasShape(one, fieldTypes) && Date.parse(one.expiresAt) > serverTime(),
  )
}
