import { lookUp } from '#kit/text/lookUp.ts'
import { fits, type Fitting } from '#kit/web/state/fits.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import type { WireTransaction } from '../../contract.ts'

const kinds = {
  token: 'string',
  ticketCode: 'string',
  attemptsLeft: 'number',
  /** An earlier `pay` was unanswered then. */
  earlier: 'boolean',
} as const

/** A `pay` without a definite answer in this tab. */
export type Sent = Fitting<typeof kinds>
type SentOnes = Readonly<Record<string, Sent>>

/** Clearing the visit does not clear it. */
const key = 'guiche.sent'
const nothing: SentOnes = {}
const unanswered = createStore<SentOnes>(restore())
/** This page waits for their calls. */
const underWay = new Set<string>()

unanswered.subscribe(() => {
  try {
    sessionStorage.setItem(key, JSON.stringify(unanswered.get()))
  } catch {
    return
  }
})

export function recordSent({
  ws_token: token,
  ticket_code: ticketCode,
  attempts_left,
}: WireTransaction): void {
  const earlier = findSent(token) !== null
  underWay.add(token)
  unanswered.set((now) => ({ ...now, [token]: { token, ticketCode, attemptsLeft: attempts_left, earlier } }))
}

export function recordReturned(token: string): void {
  underWay.delete(token)
}

/** Whether this page waits for the call. */
export function isUnderWay(token: string): boolean {
  return underWay.has(token)
}

/** A definite answer came, or `pay` never arrived. */
export function clearSent(token: string): void {
  if (findSent(token) === null) return
  unanswered.set((now) => Object.fromEntries(Object.entries(now).filter(([other]) => other !== token)))
}

export function findSent(token: string): Sent | null {
  return lookUp(unanswered.get(), token) ?? null
}

export function useSent(): readonly Sent[] {
  return Object.values(useStore(unanswered, nothing))
}

function restore(): SentOnes {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return Object.fromEntries(
      entries.flatMap(([token, entry]: [string, unknown]): [string, Sent][] =>
        fits(entry, kinds) && entry.token === token ? [[token, entry]] : [],
      ),
    )
  } catch {
    return {}
  }
}
