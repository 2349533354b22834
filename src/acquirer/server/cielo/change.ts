import { dayMs, plus } from '#kit/clock.ts'
import type { Approval, ChangeOutcome, EndOutcome } from '../../acquirer.ts'
import { callCielo } from './client.ts'
import type { Answer } from '../http.ts'
import { voidMeaning } from './codes/voidCodes.ts'
import { findByReference } from './queries/find.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { refusalOf } from './sale.ts'
import { refused, unknown } from '../outcomes.ts'
import { tomorrowAtCielo } from './codes/cieloDay.ts'
import { changeAnswer } from './wire.ts'

type Change = {
  path: string
  isDone: (sale: Approval) => boolean
  askedCents: (sale: Approval) => number
  shownCents: (sale: Approval) => number
  done: (sale: Approval) => Approval
  /** src/acquirer/server/cielo/README.md#5-void */
  acknowledged: { statuses: readonly number[]; codes: readonly string[] }
}

const doneOrPending = ['0', '00', '6', '9', '10', '97', '98', '99', '223', '504', '999', 'FF']

/** Code 6 is absent: a failed void had it. */
export const voidAcknowledged = { statuses: [2, 10, 11], codes: ['0', '00', '9', 'FF'] } as const

/** A void has no id of ours and could be done twice: no repeat before this. */
const underwayMs = dayMs

type RequestedChange = Change & { before?: Approval }

/** Requests a capture, then reads the sale, whose amounts win; `refused` needs a definite no. */
export async function requestCapture(
  settings: CieloQueries,
  reference: string,
  change: RequestedChange,
): Promise<EndOutcome> {
  const result = await putChange(settings, reference, change)
  if (result.sale) return result.sale
  const returnCode = refusalCode(result.answer)
  if (returnCode === null || doneOrPending.includes(returnCode) || result.isUnread) return result.doubt
  return refused(reference, returnCode, returnCode === '842' ? 'amount' : 'merchant')
}

export async function requestVoid(
  settings: CieloQueries,
  reference: string,
  change: RequestedChange,
): Promise<ChangeOutcome> {
  const result = await putChange(settings, reference, change)
  if (result.sale) return result.sale
  const now = settings.clock.now()
  const returnCode = refusalCode(result.answer)
  const meaning = returnCode === null ? 'unknown' : meaningOf(result.answer, returnCode)
  if (meaning === 'underway') return { outcome: 'pending', until: plus(now, underwayMs) }
  if (meaning === 'not_today') return { outcome: 'later', notBefore: tomorrowAtCielo(now) }
  if (returnCode === null || meaning === 'done' || meaning === 'unknown' || result.isUnread)
    return result.doubt
  return refused(reference, returnCode, 'merchant')
}

export function asEndOutcome(outcome: ChangeOutcome, reference: string): EndOutcome {
  return outcome.outcome === 'pending' || outcome.outcome === 'later'
    ? unknown(reference, `not ended yet: ${outcome.outcome}`)
    : outcome
}

async function putChange(settings: CieloQueries, reference: string, { before, ...change }: RequestedChange) {
  const answer = await callCielo(settings, { method: 'PUT', path: change.path, share: 0.65 })
  const found = await findByReference(settings, reference, 0.35)
  const read = found.outcome === 'approved' ? found : (before ?? null)
  return {
    answer,
    sale: resultingSale(answer, change, read),
    isUnread: found.outcome === 'unknown',
    doubt: unknown(reference, `HTTP ${answer.status ?? answer.detail}, sale ${found.outcome}`),
  }
}

/** Null without evidence of the change. */
function resultingSale(answer: Answer, change: Change, sale: Approval | null) {
  if (!sale) return null
  const askedCents = change.askedCents(sale)
  const shownCents = change.shownCents(sale)
  const amounts = { askedCents, acknowledgedCents: null, shownCents: shownCents > 0 ? shownCents : null }
  if (change.isDone(sale)) return { ...sale, amounts }
  if (!isAcknowledged(answer, change)) return null
  return { ...(shownCents > 0 ? sale : change.done(sale)), amounts }
}

function isAcknowledged(answer: Answer, { acknowledged }: Change): boolean {
  const read = answer.status === 200 ? changeAnswer.safeParse(answer.body) : null
  const { Status: status, ReturnCode: code } = read?.data ?? {}
  return acknowledged.statuses.includes(status ?? NaN) && acknowledged.codes.includes(code ?? '')
}

function meaningOf(answer: Answer, code: string) {
  return operationCode(answer) === null ? 'never' : voidMeaning(code)
}

function refusalCode(answer: Answer): string | null {
  if (answer.status === 404) return '404'
  return operationCode(answer) ?? refusalOf(answer)?.returnCode ?? null
}

/** ReturnCode comes with 200 and, for some pages, with 400. */
function operationCode(answer: Answer): string | null {
  const isRead = answer.status === 200 || answer.status === 400
  return (isRead ? changeAnswer.safeParse(answer.body).data?.ReturnCode : null) ?? null
}
