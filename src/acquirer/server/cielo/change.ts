import type { Approval, EndOutcome } from '../../acquirer.ts'
import { callCielo, type CieloAnswer, type NoAnswer } from './client.ts'
import { findByReference } from './queries/find.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { refusalOf, unknown } from './sale.ts'
import { changeAnswer } from './wire.ts'

/** A change of a sale: what to PUT, when the sale shows that it was done, and what it makes of one that does not yet. */
export type Change = {
  path: string
  isDone: (sale: Approval) => boolean
  done: (sale: Approval) => Approval
  /** The answer's status and code that acknowledge it (docs/cielo.md#4-capture, docs/cielo.md#5-void). */
  acknowledged: { statuses: readonly number[]; codes: readonly string[] }
}

/** Codes of operations that were done, or are already on their way. */
const doneOrPending = ['0', '00', '6', '9', '10', '97', '98', '99', '223', '504', '999', 'FF']

/** What acknowledges a void, wholly or in part. Code 6 does not: it was seen in one that failed. */
export const voidAcknowledged = { statuses: [2, 10, 11], codes: ['0', '00', '9', 'FF'] } as const

/**
 * Asks for a change, then reads the sale, whose reading may lag behind: what Cielo has acknowledged is done, also when
 * the query does not show it yet; what it has not is what the query shows. `refused` only when Cielo said no and the
 * sale shows no change; else `unknown`. `before` is the sale as it was read before, where it was.
 */
export async function change(
  settings: CieloQueries,
  reference: string,
  { before, ...wanted }: Change & { before?: Approval },
): Promise<EndOutcome> {
  const answer = await callCielo(settings, { method: 'PUT', path: wanted.path, share: 0.65 })
  const found = await findByReference(settings, reference, 0.35)
  const sale = found.outcome === 'approved' ? found : (before ?? null)
  if (sale && wanted.isDone(sale)) return sale
  if (sale && isAcknowledged(answer, wanted)) return wanted.done(sale)
  const returnCode = refusedWith(answer)
  if (returnCode === null || found.outcome === 'unknown') {
    return unknown(reference, `HTTP ${answer.status ?? answer.detail}, sale ${found.outcome}`)
  }
  return { outcome: 'refused', reference, returnCode, cause: returnCode === '842' ? 'amount' : 'merchant' }
}

function isAcknowledged(answer: CieloAnswer | NoAnswer, { acknowledged }: Change): boolean {
  const read = answer.status === 200 ? changeAnswer.safeParse(answer.body) : null
  const { Status: status, ReturnCode: code } = read?.data ?? {}
  return acknowledged.statuses.includes(status ?? NaN) && acknowledged.codes.includes(code ?? '')
}

/** The code of a definite no, else null. */
function refusedWith(answer: CieloAnswer | NoAnswer): string | null {
  if (answer.status === 404) return '404'
  const refusal = refusalOf(answer)
  if (refusal) return refusal.returnCode
  const read = answer.status === 200 ? changeAnswer.safeParse(answer.body) : null
  const code = read?.data?.ReturnCode ?? null
  return code === null || doneOrPending.includes(code) ? null : code
}
