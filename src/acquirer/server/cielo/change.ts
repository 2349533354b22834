import { dayMs, plus } from '#kit/clock.ts'
import type { Approval, ChangeOutcome, EndOutcome, Later, Underway } from '../../acquirer.ts'
import { callCielo, type CieloAnswer, type NoAnswer } from './client.ts'
import { voidMeaning } from './codes/voidCodes.ts'
import { findByReference } from './queries/find.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { refusalOf, unknown } from './sale.ts'
import { tomorrowAtCielo } from './codes/tomorrow.ts'
import { changeAnswer } from './wire.ts'

/** A change of a sale: what to PUT, how much of it the sale shows, and what it makes of one that shows nothing yet. */
export type Change = {
  path: string
  /** The sale shows all of it, whatever the answer said. */
  isDone: (sale: Approval) => boolean
  /** Centavos. */
  askedCents: (sale: Approval) => number
  /** Centavos of this change; 0 or less where the sale shows nothing of it. */
  shownCents: (sale: Approval) => number
  done: (sale: Approval) => Approval
  /** The answer's status and code that acknowledge it (src/acquirer/server/cielo/README.md#4-capture, src/acquirer/server/cielo/README.md#5-void). */
  acknowledged: { statuses: readonly number[]; codes: readonly string[] }
}

/** Codes of captures that were done, or are already on their way. */
const doneOrPending = ['0', '00', '6', '9', '10', '97', '98', '99', '223', '504', '999', 'FF']

/** What acknowledges a void, wholly or in part. Code 6 does not: it was seen in one that failed. */
export const voidAcknowledged = { statuses: [2, 10, 11], codes: ['0', '00', '9', 'FF'] } as const

/** A void that Cielo has taken on is not asked for again for so long: it has no number of ours, and might be done twice. */
const underwayMs = dayMs

/** A change, and the sale as it was read before, where it was. */
type Wanted = Change & { before?: Approval }

/**
 * Asks for a capture, then reads the sale. What the sale shows counts, also where it is another amount than was asked;
 * where it shows nothing yet, what Cielo has acknowledged is done. `refused` only when Cielo said no and the sale shows
 * no change; else `unknown`.
 */
export async function change(settings: CieloQueries, reference: string, wanted: Wanted): Promise<EndOutcome> {
  const told = await ask(settings, reference, wanted)
  if (told.sale) return told.sale
  const returnCode = refusedWith(told.answer)
  if (returnCode === null || doneOrPending.includes(returnCode) || told.isUnread) return told.doubt
  return { outcome: 'refused', reference, returnCode, cause: returnCode === '842' ? 'amount' : 'merchant' }
}

/** The same of a void, in part or whole: its codes also say that it comes later by itself, or has to wait for tomorrow. */
export async function changeBack(
  settings: CieloQueries,
  reference: string,
  wanted: Wanted,
): Promise<ChangeOutcome> {
  const told = await ask(settings, reference, wanted)
  if (told.sale) return told.sale
  const now = settings.clock.now()
  const returnCode = refusedWith(told.answer)
  const meaning = returnCode === null ? 'unknown' : meaningOf(told.answer, returnCode)
  if (meaning === 'underway') return { outcome: 'pending', until: plus(now, underwayMs) }
  if (meaning === 'not_today') return { outcome: 'later', notBefore: tomorrowAtCielo(now) }
  if (returnCode === null || meaning === 'done' || meaning === 'unknown' || told.isUnread) return told.doubt
  return { outcome: 'refused', reference, returnCode, cause: 'merchant' }
}

/** The state of a sale after a change whose waiting nobody can use. */
export function ended(outcome: ChangeOutcome, reference: string): EndOutcome {
  return isPutOff(outcome) ? unknown(reference, `not ended yet: ${outcome.outcome}`) : outcome
}

function isPutOff(outcome: ChangeOutcome): outcome is Underway | Later {
  return outcome.outcome === 'pending' || outcome.outcome === 'later'
}

async function ask(settings: CieloQueries, reference: string, { before, ...wanted }: Wanted) {
  const answer = await callCielo(settings, { method: 'PUT', path: wanted.path, share: 0.65 })
  const found = await findByReference(settings, reference, 0.35)
  const read = found.outcome === 'approved' ? found : (before ?? null)
  return {
    answer,
    sale: shown(answer, wanted, read),
    /** Nobody knows what the sale shows. */
    isUnread: found.outcome === 'unknown',
    doubt: unknown(reference, `HTTP ${answer.status ?? answer.detail}, sale ${found.outcome}`),
  }
}

/** The sale once the change is done; null while nothing says that it is. */
function shown(answer: CieloAnswer | NoAnswer, wanted: Change, sale: Approval | null): Approval | null {
  if (!sale) return null
  const askedCents = wanted.askedCents(sale)
  const shownCents = wanted.shownCents(sale)
  const amounts = { askedCents, acknowledgedCents: null, shownCents: shownCents > 0 ? shownCents : null }
  if (wanted.isDone(sale)) return { ...sale, amounts }
  if (!isAcknowledged(answer, wanted)) return null
  // A query that lags shows nothing of the change; one that shows another amount is what was done.
  return { ...(shownCents > 0 ? sale : wanted.done(sale)), amounts }
}

function isAcknowledged(answer: CieloAnswer | NoAnswer, { acknowledged }: Change): boolean {
  const read = answer.status === 200 ? changeAnswer.safeParse(answer.body) : null
  const { Status: status, ReturnCode: code } = read?.data ?? {}
  return acknowledged.statuses.includes(status ?? NaN) && acknowledged.codes.includes(code ?? '')
}

/** A code of the operation is looked up; one of the API itself (HTTP 400, 404) is a definite no. */
function meaningOf(answer: CieloAnswer | NoAnswer, code: string) {
  return operationCode(answer) === null ? 'never' : voidMeaning(code)
}

/** The code of what may be a no, else null. */
function refusedWith(answer: CieloAnswer | NoAnswer): string | null {
  if (answer.status === 404) return '404'
  return operationCode(answer) ?? refusalOf(answer)?.returnCode ?? null
}

/** ReturnCode, as it comes with 200, and on some pages with 400. */
function operationCode(answer: CieloAnswer | NoAnswer): string | null {
  const isRead = answer.status === 200 || answer.status === 400
  return (isRead ? changeAnswer.safeParse(answer.body).data?.ReturnCode : null) ?? null
}
