import type { Approval, EndOutcome } from '../../acquirer.ts'
import { callCielo, type CieloAnswer, type NoAnswer } from './client.ts'
import { findByReference } from './queries/find.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { refusalOf, unknown } from './sale.ts'
import { changeAnswer } from './wire.ts'

/** The sale after a call: what to PUT, and when the sale shows that it was done. */
export type Change = { path: string; isDone: (sale: Approval) => boolean }

/**
 * Codes of operations that were done, or are already on their way (docs/cielo.md#4-capture,
 * docs/cielo.md#5-void).
 */
const doneOrPending = ['0', '00', '6', '9', '10', '97', '98', '99', '223', '504', '999']

/**
 * Asks for a change, then reads the sale: the truth is what Cielo keeps, also after a time-out or an
 * unreadable answer. `refused` only when Cielo said no and the sale shows no change; else `unknown`.
 */
export async function change(settings: CieloQueries, reference: string, wanted: Change): Promise<EndOutcome> {
  const answer = await callCielo(settings, { method: 'PUT', path: wanted.path, share: 0.65 })
  const sale = await findByReference(settings, reference, 0.35)
  if (sale.outcome === 'approved' && wanted.isDone(sale)) return sale
  const returnCode = refusedWith(answer)
  if (returnCode === null || sale.outcome === 'unknown') {
    return unknown(reference, `HTTP ${answer.status ?? answer.detail}, sale ${sale.outcome}`)
  }
  return { outcome: 'refused', reference, returnCode, cause: returnCode === '842' ? 'amount' : 'merchant' }
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
