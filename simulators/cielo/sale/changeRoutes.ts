import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Fault, FaultPoint } from '../faults.ts'
import { changeTypes } from '../notifier.ts'
import type { Sale } from '../ledger/records.ts'
import { isGuid } from '../merchant.ts'
import { scheduleVoidDenial } from '../faultEffects/laterEvents.ts'
import { answerWithFault, type CallResult } from '../faultEffects/answerWithFault.ts'
import type { SimulatorContext } from '../context.ts'
import { links } from './saleBody.ts'
import { capture, type Change, type ChangeTime, voidSale } from './change.ts'
import { apiErrors } from './errors.ts'
import { currentSale, salesOfOrder } from './sales.ts'

const byId = z.object({ id: z.string() })
const asked = z.object({ amount: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) })

type Rule = (sale: Sale, amountCents: number | null, now: ChangeTime) => Change
type Kind = { point: Extract<FaultPoint, 'capture' | 'void'>; rule: Rule }

const captures: Kind = { point: 'capture', rule: capture }
const voids: Kind = { point: 'void', rule: voidSale }

/** Codes of failed voids by fault. */
const refusalCodeByFault: Readonly<Partial<Record<Fault, string>>> = {
  void_41: '41',
  void_43: '43',
  void_55: '55',
  void_56: '56',
  void_57: '57',
  void_100: '100',
  void_475: '475',
  void_bp900: 'BP900',
}

/**
 * Capture and void (src/acquirer/server/cielo/README.md#4-capture). By order number, the newest sale counts.
 */
export function changeRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const put = (path: string, kind: Kind, find: (id: string) => Sale | undefined, isRead = isGuid) =>
    app.put(path, (request, reply) => {
      const { id } = byId.parse(request.params)
      if (!isRead(id)) return reply.code(400).send(apiErrors(307))
      const sale = find(id)
      return sale
        ? change(context, { sale, again: () => find(id) ?? sale, ...kind, query: request.query }, reply)
        : reply.code(404).send(apiErrors(307))
    })
  const byOrder = (id: string) => salesOfOrder(context, id).at(-1)
  put('/1/sales/:id/capture', captures, (id) => currentSale(context, id))
  put('/1/sales/:id/void', voids, (id) => currentSale(context, id))
  put('/1/sales/OrderId/:id/void', voids, byOrder, () => true)
}

/** `again`: the sale at the time of a late change. */
type ChangeRequest = Kind & { sale: Sale; again: () => Sale; query: unknown }

async function change(
  context: SimulatorContext,
  { sale, again, point, rule, query: raw }: ChangeRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const query = asked.safeParse(raw)
  if (!query.success) return reply.code(400).send(apiErrors(108))
  const amountCents = query.data.amount === undefined ? null : Number(query.data.amount)
  const at = () => ({ now: context.clock.now(), skipsWaits: context.skipsWaits })
  const apply = (to: Sale) => rule(to, amountCents, at())
  const late = () => {
    const changed = apply(again())
    return 'sale' in changed ? commit(context, changed) : null
  }
  const changed = apply(sale)
  if ('errors' in changed) return reply.code(400).send(changed.errors)
  if ('refusedWith' in changed) return reply.code(200).send(refused(sale, changed.refusedWith))
  const now = (fault: Fault | null) => {
    const code = fault === null ? undefined : refusalCodeByFault[fault]
    if (code !== undefined) return refuseChange(sale, code)
    if (fault === 'capture_308')
      return { status: 400, body: apiErrors(308), hiddenBody: timeout, changed: null }
    if (fault === 'void_476') return acceptForLater(context, sale, late)
    if (fault === 'void_denied') scheduleVoidDenial(context, sale, changed.sale.voided - sale.voided)
    const done = changeWithFault(fault, sale, { changed, again: (cents) => rule(sale, cents, at()) })
    return commit(context, fault === 'void_untold' ? hideRefunds(done) : done, changed)
  }
  return answerWithFault(context, reply, { point, now, late })
}

type Changed = { sale: Sale; partial: boolean }

/** A fault makes the amount differ from the answer's. */
function changeWithFault(
  fault: Fault | null,
  { voided }: Sale,
  { changed, again }: { changed: Changed; again: (amountCents: number | null) => Change },
): Changed {
  const half = Math.ceil((changed.sale.voided - voided) / 2)
  const isInFull = fault === 'capture_in_full' || fault === 'capture_in_full_lag'
  const other = isInFull ? again(null) : fault === 'void_other_amount' ? again(half) : null
  return other !== null && 'sale' in other ? other : changed
}

function hideRefunds({ sale, partial }: Changed): Changed {
  return { sale: { ...sale, details: { ...sale.details, isUntold: true } }, partial }
}

/** Stores `done`; the answer shows `sale`, which a fault may make differ. */
function commit(context: SimulatorContext, done: Changed, { sale, partial }: Changed = done): CallResult {
  context.ledger.saveSale(done.sale)
  const body = {
    Status: sale.status,
    ...(partial
      ? {
          ReasonCode: 0,
          ReasonMessage: 'Successful',
          ProviderReturnCode: '0',
          ProviderReturnMessage: 'Operation Successful',
        }
      : {}),
    Tid: sale.tid,
    ProofOfSale: sale.proofOfSale,
    AuthorizationCode: sale.authorizationCode,
    ReturnCode: partial ? '0' : sale.returnCode,
    ReturnMessage: 'Operation Successful',
    Links: links(sale, context.urls()),
  }
  const changeType = partial ? changeTypes.partReturned : changeTypes.status
  return { status: 200, body, hiddenBody: timeout, changed: sale.paymentId, changeType }
}

const timeout = { Status: 0, ReturnCode: '99', ReturnMessage: 'Timeout', Links: [] }

function refuseChange(sale: Sale, code: string): CallResult {
  return { status: 200, body: refused(sale, code), hiddenBody: timeout, changed: null }
}

/** Accepted: done later, with a notification. */
function acceptForLater(context: SimulatorContext, sale: Sale, late: () => CallResult | null): CallResult {
  context.later.schedule(() => {
    const { changed = null, changeType } = late() ?? {}
    if (changed !== null) void context.notifier.notify(changed, changeType)
  })
  return refuseChange(sale, '476')
}

function refused({ status: Status, tid: Tid }: Sale, ReturnCode: string): object {
  return { Status, Tid, ReturnCode, ReturnMessage: 'Void not done', Links: [] }
}
