import { dayMs, addMs, minuteMs } from '#kit/clock.ts'
import type { Approval, ChangeOutcome, FinalOutcome } from '../../acquirer.ts'
import { callCielo, salePath } from './client.ts'
import type { HttpAnswer } from '../httpClient.ts'
import { findByReference } from './queries/findSales.ts'
import type { CieloClient } from './queries/queryHost.ts'
import { refusalOf } from './readSale.ts'
import { refused, unknownOutcome } from '../outcomes.ts'
import { changeAnswer } from './wire.ts'
import { lookUp } from '#kit/text/lookUp.ts'

type ChangeCall = {
  /** The path's end: 'void?amount=100'. */
  operation: string
  before?: Approval
  isDone: (sale: Approval) => boolean
  askedCents: (sale: Approval) => number
  shownCents: (sale: Approval) => number
  withChange: (sale: Approval) => Approval
  /** src/acquirer/server/cielo/README.md#5-void */
  acknowledged: { statuses: readonly number[]; codes: readonly string[] }
}

const inconclusiveCodes = ['0', '00', '6', '9', '10', '97', '98', '99', '223', '504', '999', 'FF']

/** Answers that acknowledge a void. Code 6 is missing, because Cielo also sent it for a failed void. */
export const voidAcknowledged = { statuses: [2, 10, 11], codes: ['0', '00', '9', 'FF'] } as const

/** A void has no id of the portal, so a repeat within this time could void twice. */
const voidPendingMs = dayMs

/**
 * Requests a capture, then reads the sale, whose amounts count. Returns `refused` only after a definite
 * refusal.
 */
export async function requestCapture(
  settings: CieloClient,
  reference: string,
  change: ChangeCall,
): Promise<FinalOutcome> {
  const result = await sendChange(settings, reference, change)
  if (result.sale) return result.sale
  const returnCode = refusalCode(result.answer)
  if (returnCode === null || inconclusiveCodes.includes(returnCode) || result.isUnread) return result.doubt
  return refused(reference, returnCode, returnCode === '842' ? 'amount' : 'merchant')
}

export async function requestVoid(
  settings: CieloClient,
  reference: string,
  change: ChangeCall,
): Promise<ChangeOutcome> {
  const result = await sendChange(settings, reference, change)
  if (result.sale) return result.sale
  const now = settings.clock.now()
  const returnCode = refusalCode(result.answer)
  const code = operationCode(result.answer)
  const meaning = code === null ? 'never' : voidMeaning(code)
  if (meaning === 'underway') return { outcome: 'pending', until: addMs(now, voidPendingMs) }
  if (meaning === 'not_today') return { outcome: 'later', notBefore: startOfNextCieloDay(now) }
  if (returnCode === null || meaning === 'done' || meaning === 'unknown' || result.isUnread)
    return result.doubt
  return refused(reference, returnCode, 'merchant')
}

async function sendChange(settings: CieloClient, reference: string, change: ChangeCall) {
  const path = `${salePath(reference)}/${change.operation}`
  const answer = await callCielo(settings, { method: 'PUT', path, timeoutShare: 0.65 })
  const found = await findByReference(settings, reference, 0.35)
  const read = found.outcome === 'approved' ? found : (change.before ?? null)
  return {
    answer,
    sale: resultingSale(answer, change, read),
    isUnread: found.outcome === 'unknown',
    doubt: unknownOutcome(reference, `HTTP ${answer.status ?? answer.detail}, sale ${found.outcome}`),
  }
}

/** Null without evidence of the change. */
function resultingSale(answer: HttpAnswer, change: ChangeCall, sale: Approval | null) {
  if (!sale) return null
  const askedCents = change.askedCents(sale)
  const shownCents = change.shownCents(sale)
  const amounts = { askedCents, acknowledgedCents: null, shownCents: shownCents > 0 ? shownCents : null }
  if (change.isDone(sale)) return { ...sale, amounts }
  if (!isAcknowledged(answer, change)) return null
  return { ...(shownCents > 0 ? sale : change.withChange(sale)), amounts }
}

function isAcknowledged(answer: HttpAnswer, { acknowledged }: ChangeCall): boolean {
  const read = answer.status === 200 ? changeAnswer.safeParse(answer.body) : null
  const { Status: status, ReturnCode: code } = read?.data ?? {}
  return acknowledged.statuses.includes(status ?? NaN) && acknowledged.codes.includes(code ?? '')
}

function refusalCode(answer: HttpAnswer): string | null {
  if (answer.status === 404) return '404'
  return operationCode(answer) ?? refusalOf(answer)?.returnCode ?? null
}

/** ReturnCode comes with 200 and, for some pages, with 400. */
function operationCode(answer: HttpAnswer): string | null {
  const isRead = answer.status === 200 || answer.status === 400
  return (isRead ? changeAnswer.safeParse(answer.body).data?.ReturnCode : null) ?? null
}

type VoidMeaning = 'done' | 'underway' | 'unknown' | 'not_today' | 'no_balance' | 'over'

const meaningByCode: Readonly<Record<string, VoidMeaning>> = {
  ...sameMeaning('done', '0 00 9 FF'),
  ...sameMeaning('underway', '10 223 476'),
  ...sameMeaning('unknown', '5 57 97 98 99 475 477 504 999 BP900 BP903'),
  // Cielo also sent code 6 for a failed void.
  ...sameMeaning('unknown', '6'),
  ...sameMeaning('not_today', '41 100'),
  ...sameMeaning('no_balance', '43 55 56 72 76'),
  ...sameMeaning('over', '17 42 130'),
}

/** src/acquirer/server/cielo/README.md#5-void */
export function voidMeaning(code: string): VoidMeaning | 'never' {
  return lookUp(meaningByCode, code) ?? 'never'
}

function sameMeaning(meaning: VoidMeaning, codes: string): Record<string, VoidMeaning> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, meaning]))
}

const brasiliaOffsetMs = 180 * minuteMs
/** Cielo's day may change some minutes late. */
const dayChangeMarginMs = 10 * minuteMs

export function startOfNextCieloDay(now: Date): Date {
  const days = Math.floor((now.getTime() - brasiliaOffsetMs) / dayMs) + 1
  return new Date(days * dayMs + brasiliaOffsetMs + dayChangeMarginMs)
}
