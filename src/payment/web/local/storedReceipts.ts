import { useMemo, useSyncExternalStore } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { hasShape, type ShapeOf } from '#kit/web/state/hasShape.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { exitDeadlineEnd } from '#parking/exitDeadline.ts'
import { session } from '#session/web/session.ts'
import { subscribeToStored, parseJson, readStored, writeStored } from './browserStorage.ts'

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
} as const

export type StoredReceipt = Readonly<Pick<ShapeOf<typeof fieldTypes>, keyof typeof fieldTypes>>
/** By SHA-256 of the payment's token. */
type ReceiptsById = Readonly<Record<string, StoredReceipt>>

type ReceiptOwner = keyof typeof storageKeys

const receiptOwners = ['guest', 'person'] as const satisfies readonly ReceiptOwner[]
/**
 * When the last deadline ends, in this device's milliseconds; read by `LazyPaidTickets` and
 * `tools/build/firstPaint.js`.
 */
const latestDeadlineKey = 'paid'
const storedForMs = 24 * 3_600_000
const maxReceipts = 10

session.subscribe(() => {
  try {
    // Unused since persons' receipts are `own`.
    localStorage.removeItem('guiche.receipts.own')
  } catch {
    return
  }
  storeLatestDeadline()
})

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
    subscribeToStored,
    () => JSON.stringify(readAllReceipts()),
    () => '{}',
  )
  return useMemo(() => newestFirst(parseUnexpired(parseJson(text))), [text])
}

function newestFirst(receipts: ReceiptsById): (StoredReceipt & { id: string })[] {
  const listed = Object.entries(receipts).map(([id, receipt]) => ({ ...receipt, id }))
  return listed.sort((a, b) => Date.parse(b.answeredAt) - Date.parse(a.answeredAt))
}

function readAllReceipts(): ReceiptsById {
  return { ...readReceipts('guest'), ...readReceipts('person') }
}

/** Rewrites entries of earlier releases, stored by the token itself. */
function readReceipts(owner: ReceiptOwner): ReceiptsById {
  const stored = parseJson(readStored(storageKeys[owner]))
  const found = parseUnexpired(stored)
  const entries = Object.entries(asRecord(stored))
  if (!entries.some(([, entry]) => 'receipt' in asRecord(entry))) return found
  const all = { ...Object.fromEntries(entries.flatMap(migrateEntry)), ...found }
  writeReceipts(owner, all)
  return all
}

function migrateEntry([token, entry]: [string, unknown]): [string, StoredReceipt][] {
  const { receipt, until } = asRecord(entry)
  if (typeof until !== 'number' || until <= Date.now()) return []
  const { token: _, ...rest } = asRecord(receipt)
  const now = { ...rest, until, answeredAt: new Date(until - storedForMs).toISOString() }
  return hasShape(now, fieldTypes) ? [[sha256(token), now]] : []
}

function writeReceipts(owner: ReceiptOwner, receipts: ReceiptsById): void {
  const last = Object.entries(receipts).slice(-maxReceipts)
  writeStored(storageKeys[owner], JSON.stringify(Object.fromEntries(last)))
  storeLatestDeadline()
}

function storeLatestDeadline(): void {
  const deadlines = Object.values(readAllReceipts()).map(({ exitDeadline: at }) =>
    at === null ? 0 : exitDeadlineEnd(new Date(at)).getTime(),
  )
  writeStored(latestDeadlineKey, String(Math.max(0, ...deadlines) + Date.now() - serverTime()))
}

function parseUnexpired(stored: unknown): ReceiptsById {
  const entries = Object.entries(asRecord(stored)).flatMap(([id, entry]): [string, StoredReceipt][] =>
    hasShape(entry, fieldTypes) && entry.until > Date.now() ? [[id, entry]] : [],
  )
  return Object.fromEntries(entries)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
