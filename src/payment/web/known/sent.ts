import { lookUp } from '#kit/text/lookUp.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { readOwn } from '#kit/web/state/own.ts'
import { fits, type Fitting } from '#kit/web/state/fits.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { WireTransaction } from '../../contract.ts'

const kinds = {
  id: 'string',
  ticketCode: 'string',
  attemptsLeft: 'number',
  earlier: 'boolean',
  /** The person signed in then; 'null' for a guest. */
  owner: 'string or absent',
  /** Server's clock, milliseconds. */
  sentAt: 'number',
  until: 'number',
} as const

/** A `pay` of this browser without a definite answer; `id` is the SHA-256 of the payment's token. */
export type Sent = Fitting<typeof kinds>
type SentOnes = Readonly<Record<string, Sent>>

const key = 'guiche.sent'
const keptMs = 24 * 3_600_000
const nothing: SentOnes = {}
const unanswered = createStore<SentOnes>(restore() ?? nothing)
const underWay = new Set<string>()

if (typeof window !== 'undefined')
  addEventListener('storage', (event) => {
    if (event.key === key) unanswered.set(readAll())
  })

export function recordSent(payment: WireTransaction): void {
  const { ws_token, ticket_code: ticketCode, attempts_left: attemptsLeft } = payment
  const id = sha256(ws_token)
  const earlier = findSent(ws_token) !== null
  underWay.add(id)
  write({
    ...readAll(),
    [id]: {
      id,
      ticketCode,
      attemptsLeft,
      earlier,
      owner: owner(),
      sentAt: serverTime(),
      until: Date.now() + keptMs,
    },
  })
}

export function recordReturned(token: string): void {
  underWay.delete(sha256(token))
}

export function isUnderWay(token: string): boolean {
  return underWay.has(sha256(token))
}

export function clearSent(token: string): void {
  const id = sha256(token)
  clearSentWhere((sent) => sent.id === id)
}

export function clearSentWhere(isOver: (sent: Sent) => boolean): void {
  const all = Object.entries(readAll())
  const left = all.filter(([, sent]) => !isOver(sent))
  if (left.length < all.length) write(Object.fromEntries(left))
}

export function findSent(token: string): Sent | null {
  return lookUp(unanswered.get(), sha256(token)) ?? null
}

export function useSent(): readonly Sent[] {
  return Object.values(useStore(unanswered, nothing))
}

/** Sent payments of the person, or guest, who uses this browser now. */
export function useOwnSent(): readonly Sent[] {
  return useSent().filter((sent) => sent.owner === owner())
}

const owner = () => String(readOwn('owner'))

function write(all: SentOnes): void {
  unanswered.set(all)
  try {
    localStorage.setItem(key, JSON.stringify(all))
  } catch {
    return
  }
}

/** Another tab ends none that this page waits for. */
function readAll(): SentOnes {
  const known = unanswered.get()
  const own = Object.entries(known).filter(([id]) => underWay.has(id))
  return { ...(restore() ?? known), ...Object.fromEntries(own) }
}

/** Null where the storage cannot be read. */
function restore(): SentOnes | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return Object.fromEntries(
      entries.flatMap(([id, entry]: [string, unknown]): [string, Sent][] =>
        fits(entry, kinds) && entry.id === id && entry.until > Date.now() ? [[id, entry]] : [],
      ),
    )
  } catch {
    return null
  }
}
