import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayMs } from '#kit/clock.ts'
import { pixBody, readReais, devolucaoBody } from './bodies.ts'
import { page, period } from './period.ts'
import { answerWithPixFault } from '../pixFaults.ts'
import type { PixContext } from '../pixContext.ts'
import { bankId } from '../payCharge.ts'
import { type Answer, problem, send } from './problems.ts'
import { readJson } from './readJson.ts'
import { type Charge, type Devolucao, devolucaoCents, type PixPayment } from '../ledger/records.ts'

const byE2eid = z.object({ e2eid: z.string() })
const byReturn = z.object({ e2eid: z.string(), id: z.string() })
const asked = z.object({ valor: z.string() })

const refundPeriodMs = 90 * dayMs

type FoundPayment = { charge: Charge; paid: PixPayment }

/** Payments and devoluções. */
export function pixRoutes(app: FastifyInstance, context: PixContext): void {
  app.get('/pix', (request, reply) => {
    const asked = period(request.query)
    if (!asked) return send(reply, problem('RequisicaoInvalida', 'inicio e fim são obrigatórios.'))
    const all = paymentsOf(context).filter(
      ({ charge, paid }) => asked.holds(paid.at) && (asked.txid ?? charge.txid) === charge.txid,
    )
    const { parametros, items } = page(asked, all)
    const pix = items.map(({ charge, paid }) => pixBody(charge, paid))
    return send(reply, { status: 200, body: { parametros, pix } })
  })
  app.get('/pix/:e2eid', (request, reply) => {
    const place = findPayment(context, byE2eid.parse(request.params).e2eid)
    return send(reply, place ? { status: 200, body: pixBody(place.charge, place.paid) } : noPix)
  })
  app.put('/pix/:e2eid/devolucao/:id', (request, reply) => {
    const { e2eid, id } = byReturn.parse(request.params)
    return answerWithPixFault(context.faults, reply, () =>
      requestDevolucao(context, { e2eid, id }, request.body),
    )
  })
  app.get('/pix/:e2eid/devolucao/:id', (request, reply) => {
    const { e2eid, id } = byReturn.parse(request.params)
    const given = findPayment(context, e2eid)?.paid.given.find((one) => one.id === id)
    const none = problem('PixDevolucaoNaoEncontrada', 'Não há devolução com este id.')
    return send(reply, given ? { status: 200, body: devolucaoBody(given) } : none)
  })
}

const noPix = problem('PixNaoEncontrado', 'Não há Pix com este endToEndId.')

function paymentsOf({ ledger }: PixContext): FoundPayment[] {
  return ledger.charges().flatMap((charge) => charge.paid.map((paid) => ({ charge, paid })))
}

function findPayment(context: PixContext, e2eid: string): FoundPayment | undefined {
  return paymentsOf(context).find(({ paid }) => paid.e2eid === e2eid)
}

/** A repeated id is an error, as in the standard. */
function requestDevolucao(
  context: PixContext,
  { e2eid, id }: { e2eid: string; id: string },
  body: unknown,
): Answer {
  const place = findPayment(context, e2eid)
  if (!place) return noPix
  const read = asked.safeParse(readJson(body))
  const amount = read.success ? readReais(read.data.valor) : null
  const why = devolucaoProblem(context, place.paid, { id, amount })
  if (amount === null || why !== null) return problem('PixDevolucaoInvalida', why ?? 'O valor é obrigatório.')
  const now = context.clock.now()
  const fault = context.faults.take('return')
  const status =
    fault === 'return_denied'
      ? 'NAO_REALIZADO'
      : fault === 'return_pending'
        ? 'EM_PROCESSAMENTO'
        : 'DEVOLVIDO'
  const given: Devolucao = { id, rtrId: bankId('D', now), amount, status, at: now.toISOString() }
  saveDevolucao(
    context,
    place,
    fault === 'return_other_amount' ? { ...given, amount: Math.ceil(amount / 2) } : given,
  )
  if (status === 'EM_PROCESSAMENTO') context.later.schedule(() => completeDevolucao(context, { e2eid, id }))
  // The answer always says that it is in progress.
  return { status: 201, body: devolucaoBody({ ...given, status: 'EM_PROCESSAMENTO' }) }
}

function devolucaoProblem(
  { clock }: PixContext,
  paid: PixPayment,
  { id, amount }: { id: string; amount: number | null },
): string | null {
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) return 'O id tem de 1 a 35 letras e números.'
  if (paid.given.some((given) => given.id === id)) return 'Já há devolução com este id.'
  if (amount === null || amount === 0) return 'O valor é inválido.'
  if (amount > paid.amount - devolucaoCents(paid)) return 'O valor é maior que o saldo do Pix.'
  if (clock.now().getTime() - Date.parse(paid.at) > refundPeriodMs) return 'O prazo de 90 dias passou.'
  return null
}

function saveDevolucao(context: PixContext, { charge, paid }: FoundPayment, given: Devolucao): void {
  const others = paid.given.filter(({ id }) => id !== given.id)
  const changed = { ...paid, given: [...others, given] }
  context.ledger.saveCharge({
    ...charge,
    paid: charge.paid.map((one) => (one.e2eid === paid.e2eid ? changed : one)),
  })
}

/** Completes a devolução and sends the webhook. */
function completeDevolucao(context: PixContext, { e2eid, id }: { e2eid: string; id: string }): void {
  const place = findPayment(context, e2eid)
  const given = place?.paid.given.find((one) => one.id === id)
  if (!place || given?.status !== 'EM_PROCESSAMENTO') return
  saveDevolucao(context, place, { ...given, status: 'DEVOLVIDO' })
  const done = findPayment(context, e2eid)
  const url = context.ledger.webhook(place.charge.key)?.url ?? null
  if (done) void context.notifier.notify(url, done)
}
