import { lookUp } from '#kit/text/lookUp.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { readUserValue } from '#kit/web/state/userStorage.ts'
import { hasShape, type ShapeOf } from '#kit/web/state/hasShape.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import { readStored, writeStored } from '#kit/web/state/webStorage.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { WireTransaction } from '../../contract.ts'

const fieldTypes = {
  id: 'string',
  ticketCode: 'string',
  attemptsLeft: 'number',
  earlier: 'boolean',
  isAuthenticated: 'boolean or absent',
  /** The person signed in then; 'null' for a guest. */
  owner: 'string or absent',
  /** Server's clock, milliseconds. */
  sentAt: 'number',
  until: 'number',
} as const

/** A `pay` of this browser without a definite answer; `id` is the SHA-256 of the payment's token. */
export type SentPayment = ShapeOf<typeof fieldTypes>
type SentPayments = Readonly<Record<string, SentPayment>>

const key = 'guiche.sent'
const storedForMs = 24 * 3_600_000
const noPayments: SentPayments = {}
const sentPayments = createStore<SentPayments>(readStorage() ?? noPayments)
const pendingRequests = new Set<string>()

if (typeof window !== 'undefined')
  addEventListener('storage', (event) => {
    if (event.key === key) sentPayments.set(readAll())
  })

export function recordSentPayment(payment: WireTransaction, isAuthenticated = false): void {
  const { ws_token, ticket_code: ticketCode, attempts_left: attemptsLeft } = payment
  const id = sha256(ws_token)
  const earlier = findSentPayment(ws_token) !== null
  pendingRequests.add(id)
  writeAll({
    ...readAll(),
    [id]: {
      id,
      ticketCode,
      attemptsLeft,
      earlier,
      isAuthenticated,
      owner: currentOwner(),
      sentAt: serverTime(),
      until: Date.now() + storedForMs,
    },
  })
}

export function recordRequestEnded(token: string): void {
  pendingRequests.delete(sha256(token))
}

export function isRequestPending(token: string): boolean {
  return pendingRequests.has(sha256(token))
}

export function clearSentPayment(token: string): void {
  const id = sha256(token)
  clearSentPayments((sent) => sent.id === id)
}

export function clearSentPayments(isOver: (sent: SentPayment) => boolean): void {
  const all = Object.entries(readAll())
  const left = all.filter(([, sent]) => !isOver(sent))
  if (left.length < all.length) writeAll(Object.fromEntries(left))
}

export function findSentPayment(token: string): SentPayment | null {
  return lookUp(sentPayments.get(), sha256(token)) ?? null
}

export function useSentPayments(): readonly SentPayment[] {
  return Object.values(useStore(sentPayments, noPayments))
}

/** Sent payments of the person, or guest, who uses this browser now. */
export function useOwnSentPayments(): readonly SentPayment[] {
  return useSentPayments().filter((sent) => sent.owner === currentOwner())
}

const currentOwner = () => String(readUserValue('owner'))

function writeAll(all: SentPayments): void {
  sentPayments.set(all)
  writeStored('localStorage', key, all)
}

/** Keeps the payments that this page waits for, even if another tab has cleared them. */
function readAll(): SentPayments {
  const known = sentPayments.get()
  const own = Object.entries(known).filter(([id]) => pendingRequests.has(id))
  return { ...(readStorage() ?? known), ...Object.fromEntries(own) }
}

/** Null where nothing is stored. */
function readStorage(): SentPayments | null {
  const stored = readStored('localStorage', key)
  if (typeof stored !== 'object' || stored === null) return null
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, entry]: [string, unknown]): [string, SentPayment][] =>
      hasShape(entry, fieldTypes) && entry.id === id && entry.until > Date.now() ? [[id, entry]] : [],
    ),
  )
}
