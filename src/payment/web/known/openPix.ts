import { useMemo, useSyncExternalStore } from 'react'
import { fits, type Fitting } from '#kit/web/state/fits.ts'
import { readOwn } from '#kit/web/state/own.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { SeenTransaction } from '../../contract.ts'
import { onStored, parsed, readStored, writeStored } from './stored.ts'

const kinds = {
  token: 'string',
  ticketCode: 'string',
  valueHuman: 'string',
  timeZone: 'string',
  expiresAt: 'string',
} as const

/** A Pix code of this browser that can still be paid. */
export type OpenPix = Fitting<typeof kinds>

/** A person's codes are `own`: nobody else sees them, and `deleteOwn` removes them (docs/spec.md#r26). */
const keyOf = (isPerson: boolean) => (isPerson ? 'guiche.own.pix' : 'guiche.pix')

/** Keeps the code while it can be paid. Its end is read by `PaidHere` and `tools/build/firstPaint.js`. */
export function recordOpenPix(payment: SeenTransaction): void {
  const { ws_token: token, mine } = payment
  const pix = mine === false ? null : payment.pix
  const key = keyOf(mine !== false && payment.has_user)
  const before = living(readStored(key))
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
export function useOpenPix(): readonly OpenPix[] {
  const text = useSyncExternalStore(onStored, shown, () => '')
  return useMemo(() => living(text), [text])
}

export function findOpenPix(ticketCode: string): OpenPix | undefined {
  return living(shown()).find((one) => one.ticketCode === ticketCode)
}

function shown(): string {
  return readStored(keyOf(readOwn('owner') !== null))
}

function living(text: string): OpenPix[] {
  const stored = parsed(text)
  if (!Array.isArray(stored)) return []
  return stored.filter((one): one is OpenPix => fits(one, kinds) && Date.parse(one.expiresAt) > serverTime())
}
