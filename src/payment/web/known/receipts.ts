import { useMemo, useSyncExternalStore } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { fits, type Fitting } from '#kit/web/state/fits.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { minuteAfter } from '#parking/exitMinute.ts'
import { session } from '#session/web/session.ts'
import { onStored, parsed, readStored, writeStored } from './stored.ts'

/** `deleteOwn` removes `own` when the login ends (docs/spec.md#r27). */
const keys = { guest: 'guiche.receipts', person: 'guiche.own.receipts' } as const

const kinds = {
  ticketCode: 'string',
  valueHuman: 'string',
  exitDeadline: 'string or null',
  timeZone: 'string',
  answeredAt: 'string',
  lot: 'string or absent',
  until: 'number',
  proofUrl: 'string or absent',
  proofQr: 'string or absent',
} as const

export type Receipt = Readonly<Pick<Fitting<typeof kinds>, keyof typeof kinds>>
/** By SHA-256 of the payment's token. */
type Receipts = Readonly<Record<string, Receipt>>

type Payer = keyof typeof keys

const payers = ['guest', 'person'] as const satisfies readonly Payer[]
/**
 * When the last deadline ends, in this device's milliseconds; read by `PaidHere` and
 * `tools/build/firstPaint.js`.
 */
const roomKey = 'paid'
const keptMs = 24 * 3_600_000
const keptAtMost = 10

session.subscribe(() => {
  try {
    // Unused since persons' receipts are `own`.
    localStorage.removeItem('guiche.receipts.own')
  } catch {
    return
  }
  recordChange()
})

export function readReceipt(token: string): Receipt | null {
  return lookUp(readAll(), sha256(token)) ?? null
}

/** Stores a receipt for a day, without `payer` where it is kept; answers whether it is new. */
export function keepReceipt(token: string, receipt: Omit<Receipt, 'until'>, payer?: Payer): boolean {
  const id = sha256(token)
  const place = payer ?? (lookUp(read('person'), id) ? 'person' : 'guest')
  const before = lookUp(readAll(), id)
  dropReceipts((_, other) => other === id)
  write(place, { ...read(place), [id]: { ...before, ...receipt, until: Date.now() + keptMs } })
  return before === undefined || before.exitDeadline !== receipt.exitDeadline
}

export function dropReceipts(goes: (receipt: Receipt, id: string) => boolean): void {
  for (const payer of payers) {
    const before = read(payer)
    const left = without(before, goes)
    if (Object.keys(left).length < Object.keys(before).length) write(payer, left)
  }
}

export function useReceipts(): readonly (Receipt & { id: string })[] {
  const text = useSyncExternalStore(
    onStored,
    () => JSON.stringify(readAll()),
    () => '{}',
  )
  return useMemo(() => newestFirst(living(parsed(text))), [text])
}

function newestFirst(receipts: Receipts): (Receipt & { id: string })[] {
  const listed = Object.entries(receipts).map(([id, receipt]) => ({ ...receipt, id }))
  return listed.sort((a, b) => Date.parse(b.answeredAt) - Date.parse(a.answeredAt))
}

function readAll(): Receipts {
  return { ...read('guest'), ...read('person') }
}

/** Rewrites entries of earlier releases, stored by the token itself. */
function read(payer: Payer): Receipts {
  const stored = parsed(readStored(keys[payer]))
  const found = living(stored)
  const entries = Object.entries(asRecord(stored))
  if (!entries.some(([, entry]) => 'receipt' in asRecord(entry))) return found
  const all = { ...Object.fromEntries(entries.flatMap(renewed)), ...found }
  write(payer, all)
  return all
}

function renewed([token, entry]: [string, unknown]): [string, Receipt][] {
  const { receipt, until } = asRecord(entry)
  if (typeof until !== 'number' || until <= Date.now()) return []
  const { token: _, ...rest } = asRecord(receipt)
  const now = { ...rest, until, answeredAt: new Date(until - keptMs).toISOString() }
  return fits(now, kinds) ? [[sha256(token), now]] : []
}

function write(payer: Payer, receipts: Receipts): void {
  const last = Object.entries(receipts).slice(-keptAtMost)
  writeStored(keys[payer], JSON.stringify(Object.fromEntries(last)))
  recordChange()
}

function recordChange(): void {
  writeStored(roomKey, String(lastDeadline() + Date.now() - serverTime()))
}

function lastDeadline(): number {
  const deadlines = Object.values(readAll()).map(({ exitDeadline }) => exitDeadline)
  return Math.max(0, ...deadlines.map((at) => (at === null ? 0 : minuteAfter(new Date(at)).getTime())))
}

function without(receipts: Receipts, goes: (receipt: Receipt, id: string) => boolean): Receipts {
  return Object.fromEntries(Object.entries(receipts).filter(([id, receipt]) => !goes(receipt, id)))
}

function living(stored: unknown): Receipts {
  const entries = Object.entries(asRecord(stored)).flatMap(([id, entry]): [string, Receipt][] =>
    fits(entry, kinds) && entry.until > Date.now() ? [[id, entry]] : [],
  )
  return Object.fromEntries(entries)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
