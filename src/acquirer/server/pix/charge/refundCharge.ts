import { dayMs, hourMs, minuteMs, plus } from '#kit/clock.ts'
import { decimalReais } from '#kit/money.ts'
import type { Change, ChangeOutcome, ChangeAmounts } from '../../../acquirer.ts'
import type { Bank } from '../bank/bank.ts'
import { refusalOf } from '../bank/problem.ts'
import { end, readAt } from './find.ts'
import { approval, paymentsOf, sum } from './readCharge.ts'
import { unknown, refused } from '../../outcomes.ts'
import { type Charge, type Payment, type Returned, returned } from './wire.ts'

const returnMs = 90 * dayMs
const soonestMs = minuteMs
const rarestMs = 30 * minuteMs
const againMs = hourMs

/**
 * PUT /pix/{e2eid}/devolucao/{id}, newest payment first; a repeat refunds once. `amountCents` null refunds
 * the rest, or closes an unpaid charge.
 */
export async function refundCharge(
  bank: Bank,
  { id, reference }: Change,
  amountCents: number | null,
): Promise<ChangeOutcome> {
  const before = await readAt(bank, { reference }, 0.2)
  if (before.outcome.outcome === 'refused') return before.outcome
  if (before.outcome.outcome === 'pending' && amountCents === null) return end(bank, reference)
  if (!before.charge || before.outcome.outcome !== 'approved')
    return unknown(reference, `not given back, charge ${before.outcome.outcome}`)
  const earlier = devolucoesUnder(before.charge, id)
  const now = bank.settings.clock.now()
  if (earlier.failedAt && now < plus(earlier.failedAt, againMs))
    return refused(reference, 'NAO_REALIZADO', 'merchant')
  const restCents = amountCents === null ? earlier.leftCents : amountCents - earlier.ownCents
  if (restCents > earlier.leftCents) return refused(reference, 'balance', 'merchant')
  const result =
    restCents > 0 ? await requestDevolucoes(bank, { id, charge: before.charge, restCents }) : null
  if (result?.refused && !result.some && earlier.ownCents === 0)
    return refused(reference, result.refused, 'merchant')
  if (result?.left) return unknown(reference, `${result.left} centavos not given back`)
  const askedCents = earlier.ownCents + Math.max(restCents, 0)
  const acknowledgedCents = result?.acknowledgedCents ?? null
  return outcomeOf(bank, {
    id,
    reference,
    askedCents: amountCents ?? askedCents,
    acknowledgedCents: earlier.ownCents === 0 ? acknowledgedCents : null,
  })
}

async function outcomeOf(
  bank: Bank,
  { id, reference, ...amounts }: Change & Pick<ChangeAmounts, 'askedCents' | 'acknowledgedCents'>,
): Promise<ChangeOutcome> {
  const after = await readAt(bank, { reference }, 0.2)
  if (!after.charge) return unknown(reference, `given back, charge ${after.outcome.outcome}`)
  const { failedAt, underwayAt, ownCents } = devolucoesUnder(after.charge, id)
  if (underwayAt) {
    const now = bank.settings.clock.now()
    const ageMs = now.getTime() - underwayAt.getTime()
    return { outcome: 'pending', until: plus(now, Math.min(rarestMs, Math.max(soonestMs, ageMs))) }
  }
  if (failedAt) return refused(reference, 'NAO_REALIZADO', 'merchant')
  return { ...approval(after.charge), amounts: { ...amounts, shownCents: ownCents > 0 ? ownCents : null } }
}

type RefundRequest = { id: string; charge: Charge; restCents: number }

/** `left`: centavos not accepted; `refused`: the first refusal; `acknowledgedCents`: null where unnamed. */
async function requestDevolucoes(bank: Bank, { id, charge, restCents }: RefundRequest) {
  let left = restCents
  let no: string | null = null
  let acknowledgedCents: number | null = 0
  const payments = paymentsOf(charge).toReversed()
  for (const payment of payments) {
    const valor = Math.min(left, balanceOf(payment))
    if (valor <= 0) continue
    const answer = await requestDevolucao(bank, {
      id: nextId(payment, id),
      payment,
      valor,
      share: 0.5 / payments.length,
    })
    if (answer.isTaken) {
      left -= valor
      acknowledgedCents =
        acknowledgedCents === null || answer.cents === null ? null : acknowledgedCents + answer.cents
    } else no ??= answer.no
    if (!answer.isTaken && answer.no === null) break
  }
  return { left, refused: no, some: left < restCents, acknowledgedCents }
}

type DevolucaoAnswer = { isTaken: true; cents: number | null } | { isTaken: false; no: string | null }

async function requestDevolucao(
  bank: Bank,
  { id, payment, valor, share }: { id: string; payment: Payment; valor: number; share: number },
): Promise<DevolucaoAnswer> {
  const refusalCode = (no: string | null): DevolucaoAnswer => ({ isTaken: false, no })
  if (payment.horario && plus(payment.horario, returnMs) < bank.settings.clock.now())
    return refusalCode('PRAZO')
  if (!payment.endToEndId) return refusalCode('SEM_ENDTOENDID')
  const path = `/${encodeURIComponent(payment.endToEndId)}/devolucao/${encodeURIComponent(id)}`
  const body = { valor: decimalReais(valor) }
  const answer = await bank.call({ method: 'PUT', part: 'pix', path, body, share: share / 2 })
  if (answer.status !== null && answer.status < 300)
    return { isTaken: true, cents: returned.safeParse(answer.body).data?.valor ?? null }
  const no = refusalOf(answer)
  if (no === null) return refusalCode(null)
  // An id works once: this may repeat a call whose answer was lost.
  const known = await bank.call({ method: 'GET', part: 'pix', path, share: share / 2 })
  if (known.status === null || known.status >= 500) return refusalCode(null)
  const read = known.status === 200 ? returned.safeParse(known.body) : null
  const isDone = read?.success && isNotFailed(read.data) && read.data.valor === valor
  return isDone ? { isTaken: true, cents: valor } : refusalCode(no)
}

/** `ownCents`: done or in progress under the change's id; `leftCents`: refundable. */
function devolucoesUnder(charge: Charge, id: string) {
  const payments = paymentsOf(charge)
  const own = payments.flatMap((payment) => devolucoesOf(payment, id))
  const failed = payments.flatMap((payment) => {
    const tries = devolucoesOf(payment, id)
    return tries.some(isNotFailed) ? [] : tries
  })
  const underway = own.filter(({ status }) => status === 'EM_PROCESSAMENTO')
  return {
    ownCents: sum(own.filter(isNotFailed)),
    leftCents: payments.reduce((left, payment) => left + balanceOf(payment), 0),
    underwayAt: lastRequestedAt(underway),
    failedAt: lastRequestedAt(failed),
  }
}

function lastRequestedAt(some: readonly Returned[]): Date | null {
  const at = some.map(({ horario }) => horario?.solicitacao?.getTime() ?? 0)
  return at.length === 0 ? null : new Date(Math.max(...at))
}

function balanceOf({ valor, devolucoes }: Payment): number {
  return valor - sum(devolucoes.filter(isNotFailed))
}

function isNotFailed({ status }: Returned): boolean {
  return status !== 'NAO_REALIZADO'
}

/** The first devolução has the change's id itself, later ones a suffix. */
function devolucoesOf({ devolucoes }: Payment, id: string): Returned[] {
  return devolucoes.filter((one) => one.id === id || new RegExp(`^${id}N\\d{1,6}$`).test(one.id ?? ''))
}

function nextId(payment: Payment, id: string): string {
  const tries = devolucoesOf(payment, id).length
  return tries === 0 ? id : `${id}N${tries}`
}
