import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { answerWithFault, type Done } from '../faults.ts'
import type { Sale } from '../ledger/records.ts'
import type { World } from '../world.ts'
import { links } from './answer.ts'
import { capture, type Change, voidSale } from './change.ts'
import { apiErrors } from './errors.ts'
import { saleNow, salesOfOrder } from './sales.ts'

const byId = z.object({ id: z.string() })
const asked = z.object({ amount: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) })

type Rule = (sale: Sale, amountCents: number | null, now: Date) => Change

/**
 * Capture, void and refund (docs/cielo.md#4-capture, docs/cielo.md#5-void). By order number, the newest
 * sale is meant.
 */
export function changeRoutes(app: FastifyInstance, world: World): void {
  const put = (path: string, rule: Rule, find: (id: string) => Sale | undefined) =>
    app.put(path, (request, reply) => {
      const { id } = byId.parse(request.params)
      const sale = find(id)
      return sale
        ? change(world, { sale, again: () => find(id) ?? sale, rule, query: request.query }, reply)
        : reply.code(404).send(apiErrors(307))
    })
  put('/1/sales/:id/capture', capture, (id) => saleNow(world, id))
  put('/1/sales/:id/void', voidSale, (id) => saleNow(world, id))
  put('/1/sales/OrderId/:id/void', voidSale, (id) => salesOfOrder(world, id).at(-1))
}

/** `again`: the sale as it stands by then, when the change comes late. */
type Asked = { sale: Sale; again: () => Sale; rule: Rule; query: unknown }

async function change(
  world: World,
  { sale, again, rule, query: raw }: Asked,
  reply: FastifyReply,
): Promise<unknown> {
  const query = asked.safeParse(raw)
  if (!query.success) return reply.code(400).send(apiErrors(108))
  const amountCents = query.data.amount === undefined ? null : Number(query.data.amount)
  const changed = rule(sale, amountCents, world.clock.now())
  if ('errors' in changed) return reply.code(400).send(changed.errors)
  return answerWithFault(
    world,
    reply,
    () => commit(world, changed),
    () => {
      const late = rule(again(), amountCents, world.clock.now())
      return 'errors' in late ? null : commit(world, late)
    },
  )
}

function commit(world: World, { sale, partial }: { sale: Sale; partial: boolean }): Done {
  world.ledger.keepSale(sale)
  const body = {
    Status: sale.status,
    ...(partial ? { ReasonCode: 0, ReasonMessage: 'Successful', ProviderReturnCode: '0' } : {}),
    Tid: sale.tid,
    ProofOfSale: sale.proofOfSale,
    AuthorizationCode: sale.authorizationCode,
    ReturnCode: partial ? '0' : sale.returnCode,
    ReturnMessage: 'Operation Successful',
    Links: links(sale, world.url()),
  }
  const hiddenBody = { Status: 0, ReturnCode: '99', ReturnMessage: 'Timeout', Links: [] }
  return { status: 200, body, hiddenBody, changed: sale.paymentId }
}
