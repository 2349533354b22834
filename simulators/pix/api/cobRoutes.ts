import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { cobBody, readReais } from './bodies.ts'
import { answerWithPixFault } from '../pixFaults.ts'
import type { PixContext } from '../pixContext.ts'
import { type Answer, problem, send } from './problems.ts'
import { readJson } from './readJson.ts'
import type { Charge } from '../ledger/records.ts'
import { page, period } from './period.ts'

const byTxid = z.object({ txid: z.string() })
const asked = z.object({
  calendario: z.object({ expiracao: z._default(z.int().check(z.positive()), 86_400) }),
  devedor: z.nullish(z.object({ nome: z.string().check(z.maxLength(200)) })),
  valor: z.object({ original: z.string() }),
  chave: z.string().check(z.minLength(1), z.maxLength(77)),
  solicitacaoPagador: z.nullish(z.string().check(z.maxLength(140))),
})
const removal = z.strictObject({ status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR') })

/** Charges (src/acquirer/server/pix/README.md#the-standard). */
export function cobRoutes(app: FastifyInstance, context: PixContext): void {
  app.put('/cob/:txid', (request, reply) => {
    const { txid } = byTxid.parse(request.params)
    return answerWithPixFault(context.faults, reply, () => putCob(context, txid, request.body))
  })
  app.patch('/cob/:txid', (request, reply) => {
    const { txid } = byTxid.parse(request.params)
    return answerWithPixFault(context.faults, reply, () => removeCob(context, txid, request.body))
  })
  app.get('/cob/:txid', (request, reply) => {
    const charge = context.ledger.charge(byTxid.parse(request.params).txid)
    return send(reply, charge ? { status: 200, body: cobBody(charge) } : noCharge)
  })
  app.get('/cob', (request, reply) => {
    const asked = period(request.query)
    if (!asked) return send(reply, problem('RequisicaoInvalida', 'inicio e fim são obrigatórios.'))
    const within = context.ledger.charges().filter(({ createdAt }) => asked.holds(createdAt))
    const { parametros, items } = page(asked, within)
    return send(reply, { status: 200, body: { parametros, cobs: items.map(cobBody) } })
  })
}

const noCharge = problem('CobNaoEncontrado', 'Não há cobrança com este txid.')

function putCob(context: PixContext, txid: string, body: unknown): Answer {
  const read = asked.safeParse(readJson(body))
  const amount = read.success ? readReais(read.data.valor.original) : null
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid))
    return problem('CobOperacaoInvalida', 'O txid tem de 26 a 35 letras e números.')
  if (!read.success || amount === null || amount === 0)
    return problem('CobOperacaoInvalida', 'A cobrança não segue o esquema.')
  if (!context.isOwnKey(read.data.chave)) return problem('CobOperacaoInvalida', 'A chave não é desta conta.')
  const before = context.ledger.charge(txid)
  if (before && before.status !== 'ATIVA') return problem('CobOperacaoInvalida', 'A cobrança não está ativa.')
  const charge: Charge = {
    txid,
    key: read.data.chave,
    amount,
    status: 'ATIVA',
    payerName: read.data.devedor?.nome ?? null,
    createdAt: before?.createdAt ?? context.clock.now().toISOString(),
    expiryS: read.data.calendario.expiracao,
    revision: before ? before.revision + 1 : 0,
    location: before?.location ?? `pix.banco-simulado.invalid/qr/v2/${randomUUID().replaceAll('-', '')}`,
    paid: [],
  }
  context.ledger.saveCharge(charge)
  return { status: 201, body: cobBody(charge) }
}

/** Only the status, and only of an unpaid charge. */
function removeCob(context: PixContext, txid: string, body: unknown): Answer {
  const charge = context.ledger.charge(txid)
  if (!charge) return noCharge
  const read = removal.safeParse(readJson(body))
  if (!read.success) return problem('CobOperacaoInvalida', 'Só a remoção é aceita aqui.')
  if (charge.status !== 'ATIVA') return problem('CobOperacaoInvalida', 'A cobrança não está ativa.')
  const removed: Charge = { ...charge, status: read.data.status, revision: charge.revision + 1 }
  context.ledger.saveCharge(removed)
  return { status: 200, body: cobBody(removed) }
}
