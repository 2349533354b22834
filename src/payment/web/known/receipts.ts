import { useMemo, useSyncExternalStore } from 'react'
import { sha256 } from '#kit/text/sha256.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { fits } from '#kit/web/state/fits.ts'
import type { Fitting } from '#kit/web/state/fits.ts'
import { keepOwn, readOwn } from '#kit/web/state/own.ts'
import { createStore } from '#kit/web/state/store.ts'

const kinds = {
  ticketCode: 'string',
  valueHuman: 'string',
  exitDeadline: 'string or null',
  timeZone: 'string',
  /** The server's clock when it answered, ISO 8601. */
  answeredAt: 'string',
  /** In this device's milliseconds. */
  until: 'number',
} as const

/** A payment of this device, readable at the gate without a signal. */
export type Receipt = Readonly<Pick<Fitting<typeof kinds>, keyof typeof kinds>>
type Receipts = Readonly<Record<string, Receipt>>

/** Read by `tools/build/firstPaint.js` and `PaidHere.tsx` too. */
const key = 'guiche.receipts'
const ownName = 'receipts'
const keptMs = 24 * 3_600_000
const keptAtMost = 10

const changes = createStore(0)

/** The kept receipt of the payment `token`, or null. */
export function readReceipt(token: string): Receipt | null {
  return lookUp(allKept(), sha256(token)) ?? null
}

/**
 * Keeps the receipt of the payment `token` for a day, under the token's SHA-256; answers whether it is news. `ownerId`: the
 * account that paid, at whose logout it goes; null for a guest. A forbidden storage disturbs nobody.
 */
export function keepReceipt(token: string, receipt: Omit<Receipt, 'until'>, ownerId: number | null): boolean {
  const id = sha256(token)
  const before = lookUp(allKept(), id)
  const now = { ...receipt, until: Date.now() + keptMs }
  write(ownerId, { ...without(kept(ownerId), (other) => other === id), [id]: now })
  return before === undefined || before.exitDeadline !== now.exitDeadline
}

/** Forgets receipts that a newer answer of the server contradicts. */
export function dropReceipts(goes: (receipt: Receipt, id: string) => boolean): void {
  const isGone = (id: string, receipt: Receipt) => goes(receipt, id)
  const guests = readGuests()
  if (Object.entries(guests).some(([id, receipt]) => isGone(id, receipt)))
    write(null, without(guests, isGone))
  const owner = readOwn('owner')
  const own = readOwns()
  if (typeof owner === 'number' && Object.entries(own).some(([id, receipt]) => isGone(id, receipt)))
    write(owner, without(own, isGone))
}

/** The kept receipts, the newest first. */
export function useReceipts(): readonly (Receipt & { id: string })[] {
  const text = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(allKept()),
    () => '{}',
  )
  return useMemo(() => newestFirst(readText(text)), [text])
}

function newestFirst(receipts: Receipts): (Receipt & { id: string })[] {
  const listed = Object.entries(receipts).map(([id, receipt]) => ({ ...receipt, id }))
  return listed.sort((a, b) => Date.parse(b.answeredAt) - Date.parse(a.answeredAt))
}

function subscribe(listener: () => void): () => void {
  const stop = changes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

function allKept(): Receipts {
  return { ...readGuests(), ...readOwns() }
}

function kept(ownerId: number | null): Receipts {
  return ownerId === null ? readGuests() : readOwns()
}

function readOwns(): Receipts {
  return living(readOwn(ownName))
}

/** Entries of releases before are under the token itself; they are rewritten here. */
function readGuests(): Receipts {
  const found = readText(storedText())
  const old = Object.entries(asRecord(parsed(storedText()))).flatMap(oldEntry)
  if (old.length === 0) return found
  const all = { ...Object.fromEntries(old), ...found }
  write(null, all)
  return all
}

function oldEntry([token, entry]: [string, unknown]): [string, Receipt][] {
  const { receipt, until } = asRecord(entry)
  if (typeof until !== 'number' || until <= Date.now()) return []
  const { token: _, ...rest } = asRecord(receipt)
  const renewed = { ...rest, until, answeredAt: new Date(until - keptMs).toISOString() }
  return fits(renewed, kinds) ? [[sha256(token), renewed]] : []
}

function write(ownerId: number | null, receipts: Receipts): void {
  const last = Object.fromEntries(Object.entries(receipts).slice(-keptAtMost))
  if (ownerId === null) {
    try {
      localStorage.setItem(key, JSON.stringify(last))
    } catch {
      return
    }
  } else keepOwn(ownerId, ownName, last)
  changes.set((count) => count + 1)
}

function without(receipts: Receipts, goes: (id: string, receipt: Receipt) => boolean): Receipts {
  return Object.fromEntries(Object.entries(receipts).filter(([id, receipt]) => !goes(id, receipt)))
}

function storedText(): string {
  try {
    return localStorage.getItem(key) ?? '{}'
  } catch {
    return '{}'
  }
}

function readText(text: string): Receipts {
  return living(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Those whose day is not over. Damaged ones are none. */
function living(stored: unknown): Receipts {
  const entries = Object.entries(asRecord(stored)).flatMap(([id, entry]): [string, Receipt][] =>
    fits(entry, kinds) && entry.until > Date.now() ? [[id, entry]] : [],
  )
  return Object.fromEntries(entries)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
