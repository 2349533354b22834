import { dayMs, hourMs, minuteMs, addMs } from '#kit/clock.ts'
import { decimalReais } from '#kit/money.ts'
import type { SaleChange, ChangeOutcome, ChangeAmounts } from '../../../acquirer.ts'
import type { BankClient } from '../bank/bankClient.ts'
import { refusalCodeOf } from '../bank/problem.ts'
import { cancelCharge, queryCharge } from './chargeCalls.ts'
import { approval, paymentsOf, sumCents } from './readCharge.ts'
import { unknownOutcome, refused } from '../../outcomes.ts'
import { type Charge, type PixPayment, type Devolucao, devolucao } from './wire.ts'

const refundPeriodMs = 90 * dayMs
const minRecheckMs = minuteMs
const maxRecheckMs = 30 * minuteMs
const retryFailedAfterMs = hourMs

/**
 * PUT /pix/{e2eid}/devolucao/{id}, newest payment first; a repeat refunds once. `amountCents` null refunds
 * the rest, or closes an unpaid charge.
 */
export async function refundCharge(
  bank: BankClient,
  { id, reference }: SaleChange,
  amountCents: number | null,
): Promise<ChangeOutcome> {
  const before = await queryCharge(bank, { reference }, 0.2)
  if (before.outcome.outcome === 'refused') return before.outcome
  if (before.outcome.outcome === 'pending' && amountCents === null) return cancelCharge(bank, reference)
  if (!before.charge || before.outcome.outcome !== 'approved')
    return unknownOutcome(reference, `not refunded, charge ${before.outcome.outcome}`)
  const earlier = summariseDevolucoes(before.charge, id)
  const now = bank.settings.clock.now()
  if (earlier.failedAt && now < addMs(earlier.failedAt, retryFailedAfterMs))
    return refused(reference, 'NAO_REALIZADO', 'merchant')
  const restCents = amountCents === null ? earlier.leftCents : amountCents - earlier.ownCents
  if (restCents > earlier.leftCents) return refused(reference, 'balance', 'merchant')
  const result =
    restCents > 0 ? await requestDevolucoes(bank, { id, charge: before.charge, restCents }) : null
  const isNothingAccepted = result?.leftCents === restCents && earlier.ownCents === 0
  if (result?.refusalCode && isNothingAccepted) return refused(reference, result.refusalCode, 'merchant')
  if (result?.leftCents) return unknownOutcome(reference, `${result.leftCents} centavos not refunded`)
  const askedCents = earlier.ownCents + Math.max(restCents, 0)
  const acknowledgedCents = result?.acknowledgedCents ?? null
  return refundOutcome(bank, {
    id,
    reference,
    askedCents: amountCents ?? askedCents,
    acknowledgedCents: earlier.ownCents === 0 ? acknowledgedCents : null,
  })
}

async function refundOutcome(
  bank: BankClient,
  { id, reference, ...amounts }: SaleChange & Pick<ChangeAmounts, 'askedCents' | 'acknowledgedCents'>,
): Promise<ChangeOutcome> {
  const after = await queryCharge(bank, { reference }, 0.2)
  if (!after.charge) return unknownOutcome(reference, `refunded, charge ${after.outcome.outcome}`)
  const { failedAt, underwayAt, ownCents } = summariseDevolucoes(after.charge, id)
  if (underwayAt) {
    const now = bank.settings.clock.now()
    const ageMs = now.getTime() - underwayAt.getTime()
    return { outcome: 'pending', until: addMs(now, Math.min(maxRecheckMs, Math.max(minRecheckMs, ageMs))) }
  }
  if (failedAt) return refused(reference, 'NAO_REALIZADO', 'merchant')
  return { ...approval(after.charge), amounts: { ...amounts, shownCents: ownCents > 0 ? ownCents : null } }
}

type DevolucoesRequest = { id: string; charge: Charge; restCents: number }

/** `leftCents`: not accepted; `refusalCode`: the first; `acknowledgedCents`: null where an answer named no amount. */
async function requestDevolucoes(bank: BankClient, { id, charge, restCents }: DevolucoesRequest) {
  let leftCents = restCents
  let refusalCode: string | null = null
  let acknowledgedCents: number | null = 0
  const payments = paymentsOf(charge).toReversed()
  for (const payment of payments) {
    const valor = Math.min(leftCents, balanceOf(payment))
    if (valor <= 0) continue
    const share = 0.5 / payments.length
    const answer = await requestDevolucao(bank, { id: nextId(payment, id), payment, valor, share })
    if (answer.isAccepted) {
      leftCents -= valor
      const { cents } = answer
      acknowledgedCents = acknowledgedCents === null || cents === null ? null : acknowledgedCents + cents
    } else if (answer.refusalCode === null) break
    else refusalCode ??= answer.refusalCode
  }
  return { leftCents, refusalCode, acknowledgedCents }
}

/** A null `refusalCode`: the bank may have accepted it. */
type DevolucaoAnswer =
  | { isAccepted: true; cents: number | null }
  | { isAccepted: false; refusalCode: string | null }

type DevolucaoRequest = { id: string; payment: PixPayment; valor: number; share: number }

async function requestDevolucao(
  bank: BankClient,
  { id, payment, valor, share }: DevolucaoRequest,
): Promise<DevolucaoAnswer> {
  const notAccepted = (refusalCode: string | null): DevolucaoAnswer => ({ isAccepted: false, refusalCode })
  if (payment.horario && addMs(payment.horario, refundPeriodMs) < bank.settings.clock.now())
    return notAccepted('PRAZO')
  if (!payment.endToEndId) return notAccepted('SEM_ENDTOENDID')
  const path = `/${encodeURIComponent(payment.endToEndId)}/devolucao/${encodeURIComponent(id)}`
  const body = { valor: decimalReais(valor) }
  const answer = await bank.call({ method: 'PUT', resource: 'pix', path, body, timeoutShare: share / 2 })
  if (answer.status !== null && answer.status < 300)
    return { isAccepted: true, cents: devolucao.safeParse(answer.body).data?.valor ?? null }
  const refusalCode = refusalCodeOf(answer)
  if (refusalCode === null) return notAccepted(null)
  // The id works once, and an earlier call whose answer was lost may have used it: a query decides.
  const known = await bank.call({ method: 'GET', resource: 'pix', path, timeoutShare: share / 2 })
  if (known.status === null || known.status >= 500) return notAccepted(null)
  const read = known.status === 200 ? devolucao.safeParse(known.body) : null
  const isDone = read?.success && isNotFailed(read.data) && read.data.valor === valor
  return isDone ? { isAccepted: true, cents: valor } : notAccepted(refusalCode)
}

/** `ownCents`: done or in progress under the change's id; `leftCents`: refundable. */
function summariseDevolucoes(charge: Charge, id: string) {
  const payments = paymentsOf(charge)
  const own = payments.flatMap((payment) => devolucoesOf(payment, id))
  const failed = payments.flatMap((payment) => {
    const tries = devolucoesOf(payment, id)
    return tries.some(isNotFailed) ? [] : tries
  })
  const underway = own.filter(({ status }) => status === 'EM_PROCESSAMENTO')
  return {
    ownCents: sumCents(own.filter(isNotFailed)),
    leftCents: payments.reduce((left, payment) => left + balanceOf(payment), 0),
    underwayAt: lastRequestedAt(underway),
    failedAt: lastRequestedAt(failed),
  }
}

function lastRequestedAt(devolucoes: readonly Devolucao[]): Date | null {
  const at = devolucoes.map(({ horario }) => horario?.solicitacao?.getTime() ?? 0)
  return at.length === 0 ? null : new Date(Math.max(...at))
}

function balanceOf({ valor, devolucoes }: PixPayment): number {
  return valor - sumCents(devolucoes.filter(isNotFailed))
}

function isNotFailed({ status }: Devolucao): boolean {
  return status !== 'NAO_REALIZADO'
}

/** The first devolução has the change's id itself, later ones a suffix. */
function devolucoesOf({ devolucoes }: PixPayment, id: string): Devolucao[] {
  return devolucoes.filter((one) => one.id === id || new RegExp(`^${id}N\\d{1,6}$`).test(one.id ?? ''))
}

function nextId(payment: PixPayment, id: string): string {
  const tries = devolucoesOf(payment, id).length
  return tries === 0 ? id : `${id}N${tries}`
}
