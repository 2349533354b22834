import { useMemo, useSyncExternalStore } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { hasShape, type ShapeOf } from '#kit/web/state/hasShape.ts'
import { readStored } from '#kit/web/state/webStorage.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { exitDeadlineEnd } from '#parking/exitDeadline.ts'
import { session } from '#session/web/session.ts'
import { subscribeToLocal, writeLocal } from './localStorage.ts'

/** `clearUserStorage` removes `own` when the login ends (docs/spec.md#r27). */
const storageKeys = { guest: 'guiche.receipts', person: 'guiche.own.receipts' } as const

const fieldTypes = {
  ticketCode: 'string',
  valueHuman: 'string',
  exitDeadline: 'string or null',
  timeZone: 'string',
  answeredAt: 'string',
  lot: 'string or absent',
  until: 'number',
  proofUrl: 'string or absent',
  proofQr: 'string or absent',
  /** Of the calendar file. */
  calendarId: 'string or absent',
  paidAt: 'string or absent',
} as const

export type StoredReceipt = Readonly<Pick<ShapeOf<typeof fieldTypes>, keyof typeof fieldTypes>>
/** By SHA-256 of the payment's token. */
type ReceiptsById = Readonly<Record<string, StoredReceipt>>

type ReceiptOwner = keyof typeof storageKeys

const receiptOwners = ['guest', 'person'] as const satisfies readonly ReceiptOwner[]
/** The latest deadline in this device's milliseconds, for `LazyPaidTickets` and `tools/build/firstPaint.js`. */
const latestDeadlineKey = 'paid'
const storedForMs = 24 * 3_600_000
const maxReceipts = 10

session.subscribe(() => storeLatestDeadline())

export function readReceipt(token: string): StoredReceipt | null {
  return lookUp(readAllReceipts(), sha256(token)) ?? null
}

type NewReceipt = Omit<StoredReceipt, 'until'>

/** Stores a receipt for a day, without `owner` where it already is; answers whether it is new. */
export function storeReceipt(token: string, receipt: NewReceipt, owner?: ReceiptOwner): boolean {
  const id = sha256(token)
  const storedBy = owner ?? (lookUp(readReceipts('person'), id) ? 'person' : 'guest')
  const before = lookUp(readAllReceipts(), id)
  deleteReceipts((_, other) => other === id)
  const stored = { ...before, ...receipt, until: Date.now() + storedForMs }
  writeReceipts(storedBy, { ...readReceipts(storedBy), [id]: stored })
  return before === undefined || before.exitDeadline !== receipt.exitDeadline
}

export function deleteReceipts(isDeleted: (receipt: StoredReceipt, id: string) => boolean): void {
  for (const owner of receiptOwners) {
    const before = Object.entries(readReceipts(owner))
    const left = before.filter(([id, receipt]) => !isDeleted(receipt, id))
    if (left.length < before.length) writeReceipts(owner, Object.fromEntries(left))
  }
}

export function useReceipts(): readonly (StoredReceipt & { id: string })[] {
  const text = useSyncExternalStore(
    subscribeToLocal,
    () => JSON.stringify(readAllReceipts()),
    () => '{}',
  )
  return useMemo(() => newestFirst(unexpired(JSON.parse(text))), [text])
}

function newestFirst(receipts: ReceiptsById): (StoredReceipt & { id: string })[] {
  const listed = Object.entries(receipts).map(([id, receipt]) => ({ ...receipt, id }))
  return listed.sort((a, b) => Date.parse(b.answeredAt) - Date.parse(a.answeredAt))
}

function readAllReceipts(): ReceiptsById {
  return { ...readReceipts('guest'), ...readReceipts('person') }
}

function readReceipts(owner: ReceiptOwner): ReceiptsById {
  return unexpired(readStored('localStorage', storageKeys[owner]))
}

function writeReceipts(owner: ReceiptOwner, receipts: ReceiptsById): void {
  const last = Object.entries(receipts).slice(-maxReceipts)
  writeLocal(storageKeys[owner], Object.fromEntries(last))
  storeLatestDeadline()
}

function storeLatestDeadline(): void {
  const deadlines = Object.values(readAllReceipts()).map(({ exitDeadline: at }) =>
    at === null ? 0 : exitDeadlineEnd(new Date(at)).getTime(),
  )
  writeLocal(latestDeadlineKey, Math.max(0, ...deadlines) + Date.now() - serverTime())
}

function unexpired(stored: unknown): ReceiptsById {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, entry]: [string, unknown]): [string, StoredReceipt][] =>
      hasShape(entry, fieldTypes) && entry.until > Date.now() ? [[id, entry]] : [],
    ),
  )
}
