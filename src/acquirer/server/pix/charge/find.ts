import type { FindOutcome, EndOutcome } from '../../../acquirer.ts'
import type { Bank } from '../bank/bank.ts'
import { isApiNotFound, refusalOf } from '../bank/problem.ts'
import { readCharge } from './readCharge.ts'
import { unknown, ended } from '../../outcomes.ts'
import { type Charge, charge } from './wire.ts'

type Reading = { readonly charge: Charge | null; readonly outcome: FindOutcome }

type ChargeKey = { reference: string; askedAt?: Date | undefined }

export async function readAt(bank: Bank, { reference, askedAt }: ChargeKey, share = 1): Promise<Reading> {
  const path = `/${encodeURIComponent(reference)}`
  const answer = await bank.call({ method: 'GET', part: 'cob', path, share })
  const nothing = (outcome: FindOutcome): Reading => ({ charge: null, outcome })
  if (answer.status === 404 && isApiNotFound(answer)) return nothing({ outcome: 'not_found' })
  const read = answer.status === 200 ? charge.safeParse(answer.body) : null
  if (!read?.success) return nothing(unknown(reference, `query: ${answer.status ?? answer.detail}`))
  if (read.data.txid !== reference) return nothing(unknown(reference, 'query: another charge'))
  return { charge: read.data, outcome: readCharge(bank.settings, read.data, askedAt) }
}

/** 'Not found' counts only from a proven API. */
export async function find(
  bank: Bank,
  charge: ChargeKey,
  isVerified: () => Promise<boolean>,
): Promise<FindOutcome> {
  const { outcome } = await readAt(bank, charge, 0.5)
  if (outcome.outcome !== 'not_found' || (await isVerified())) return outcome
  return unknown(charge.reference, 'unproven address')
}

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
