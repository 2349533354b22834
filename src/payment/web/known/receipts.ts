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

session.subscribe(recordChange)

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
    const before = Object.entries(read(payer))
    const left = before.filter(([id, receipt]) => !goes(receipt, id))
    if (left.length < before.length) write(payer, Object.fromEntries(left))
  }
}

export function useReceipts(): readonly (Receipt & { id: string })[] {
  const text = useSyncExternalStore(
    onStored,
    () => JSON.stringify(readAll()),
    () => '{}',
  )
  return useMemo(() => {
    const listed = Object.entries(living(parsed(text))).map(([id, receipt]) => ({ ...receipt, id }))
    return listed.sort((a, b) => Date.parse(b.answeredAt) - Date.parse(a.answeredAt))
  }, [text])
}

function readAll(): Receipts {
  return { ...read('guest'), ...read('person') }
}

function read(payer: Payer): Receipts {
  return living(parsed(readStored(keys[payer])))
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

function living(stored: unknown): Receipts {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const kept = entries.flatMap(([id, entry]: [string, unknown]): [string, Receipt][] =>
    fits(entry, kinds) && entry.until > Date.now() ? [[id, entry]] : [],
  )
  return Object.fromEntries(kept)
}
