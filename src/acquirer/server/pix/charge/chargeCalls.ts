import type { FindOutcome, FinalOutcome } from '../../../acquirer.ts'
import type { BankClient } from '../bank/bankClient.ts'
import { isApiNotFound, refusalCodeOf } from '../bank/problem.ts'
import { readCharge } from './readCharge.ts'
import { trustNotFound } from '../../notFound.ts'
import { unknownOutcome, refusedAsEnded } from '../../outcomes.ts'
import { type Charge, charge } from './wire.ts'

type ChargeReading = { readonly charge: Charge | null; readonly outcome: FindOutcome }

type ChargeKey = { reference: string; askedAt?: Date | undefined }

export async function queryCharge(
  bank: BankClient,
  { reference, askedAt }: ChargeKey,
  share = 1,
): Promise<ChargeReading> {
  const path = `/${encodeURIComponent(reference)}`
  const answer = await bank.call({ method: 'GET', resource: 'cob', path, timeoutShare: share })
  const nothing = (outcome: FindOutcome): ChargeReading => ({ charge: null, outcome })
  if (answer.status === 404 && isApiNotFound(answer)) return nothing({ outcome: 'not_found' })
  const read = answer.status === 200 ? charge.safeParse(answer.body) : null
  if (!read?.success) return nothing(unknownOutcome(reference, `query: ${answer.status ?? answer.detail}`))
  if (read.data.txid !== reference) return nothing(unknownOutcome(reference, 'query: another charge'))
  return { charge: read.data, outcome: readCharge(bank.settings, read.data, askedAt) }
}

export async function findCharge(
  bank: BankClient,
  charge: ChargeKey,
  isVerified: () => Promise<boolean>,
): Promise<FindOutcome> {
  const { outcome } = await queryCharge(bank, charge, 0.5)
  return trustNotFound(outcome, charge.reference, isVerified)
}

/** A query decides. An expired charge counts as ended even if the bank refuses to remove it. */
export async function cancelCharge(
  bank: BankClient,
  reference: string,
  askedAt?: Date,
): Promise<FinalOutcome> {
  const answer = await bank.call({
    method: 'PATCH',
    resource: 'cob',
    path: `/${encodeURIComponent(reference)}`,
    body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    timeoutShare: 0.6,
  })
  const { charge, outcome } = await queryCharge(bank, { reference, askedAt }, 0.4)
  if (outcome.outcome === 'approved' || outcome.outcome === 'refused') return outcome
  const isOver = outcome.outcome === 'pending' && outcome.expiresAt <= bank.settings.clock.now()
  if (charge && isOver && refusalCodeOf(answer) !== null) return refusedAsEnded(reference, 'EXPIRADA')
  return unknownOutcome(reference, `removal: ${answer.status ?? answer.detail}, charge ${outcome.outcome}`)
}
