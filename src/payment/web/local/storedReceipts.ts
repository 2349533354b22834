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

/** Stores a receipt for a day, without `payer` where it is kept; answers whether it is new. */
export function storeReceipt(
  token: string,
  receipt: Omit<StoredReceipt, 'until'>,
  payer?: ReceiptOwner,
): boolean {
  const id = sha256(token)
  const place = payer ?? (lookUp(readReceipts('person'), id) ? 'person' : 'guest')
  const before = lookUp(readAllReceipts(), id)
  deleteReceipts((_, other) => other === id)
  writeReceipts(place, {
    ...readReceipts(place),
    [id]: { ...before, ...receipt, until: Date.now() + storedForMs },
  })
  return before === undefined || before.exitDeadline !== receipt.exitDeadline
}

export function deleteReceipts(goes: (receipt: StoredReceipt, id: string) => boolean): void {
  for (const payer of receiptOwners) {
    const before = readReceipts(payer)
    const left = removeMatching(before, goes)
    if (Object.keys(left).length < Object.keys(before).length) writeReceipts(payer, left)
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
function readReceipts(payer: ReceiptOwner): ReceiptsById {
  const stored = parseJson(readStored(storageKeys[payer]))
  const found = parseUnexpired(stored)
  const entries = Object.entries(asRecord(stored))
  if (!entries.some(([, entry]) => 'receipt' in asRecord(entry))) return found
  const all = { ...Object.fromEntries(entries.flatMap(migrateEntry)), ...found }
  writeReceipts(payer, all)
  return all
}

function migrateEntry([token, entry]: [string, unknown]): [string, StoredReceipt][] {
  const { receipt, until } = asRecord(entry)
  if (typeof until !== 'number' || until <= Date.now()) return []
  const { token: _, ...rest } = asRecord(receipt)
  const now = { ...rest, until, answeredAt: new Date(until - storedForMs).toISOString() }
  return hasShape(now, fieldTypes) ? [[sha256(token), now]] : []
}

function writeReceipts(payer: ReceiptOwner, receipts: ReceiptsById): void {
  const last = Object.entries(receipts).slice(-maxReceipts)
  writeStored(storageKeys[payer], JSON.stringify(Object.fromEntries(last)))
  storeLatestDeadline()
}

function storeLatestDeadline(): void {
  writeStored(latestDeadlineKey, String(latestDeadline() + Date.now() - serverTime()))
}

function latestDeadline(): number {
  const deadlines = Object.values(readAllReceipts()).map(({ exitDeadline }) => exitDeadline)
  return Math.max(0, ...deadlines.map((at) => (at === null ? 0 : exitDeadlineEnd(new Date(at)).getTime())))
}

function removeMatching(
  receipts: ReceiptsById,
  goes: (receipt: StoredReceipt, id: string) => boolean,
): ReceiptsById {
  return Object.fromEntries(Object.entries(receipts).filter(([id, receipt]) => !goes(receipt, id)))
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
