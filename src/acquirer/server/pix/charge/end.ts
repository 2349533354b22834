import type { EndOutcome } from '../../../acquirer.ts'
import type { Bank } from '../bank/bank.ts'
import { refusalOf } from '../bank/problem.ts'
import { readAt } from './find.ts'
import { ended, unknown } from '../../outcomes.ts'

/** A query decides. A charge past its time counts as ended even if the bank refuses to remove it. */
export async function end(bank: Bank, reference: string, askedAt?: Date): Promise<EndOutcome> {
  const answer = await bank.call({
    method: 'PATCH',
    part: 'cob',
    path: `/${encodeURIComponent(reference)}`,
    body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    share: 0.6,
  })
  const { charge, outcome } = await readAt(bank, { reference, askedAt }, 0.4)
  if (outcome.outcome === 'approved' || outcome.outcome === 'refused') return outcome
  const isOver = outcome.outcome === 'pending' && outcome.until <= bank.settings.clock.now()
  if (charge && isOver && refusalOf(answer) !== null) return ended(reference, 'EXPIRADA')
  return unknown(reference, `removal: ${answer.status ?? answer.detail}, charge ${outcome.outcome}`)
}
