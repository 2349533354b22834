import type { FastifyInstance } from 'fastify'
import { Fail, invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { askedList, pagedList } from '#kit/paging.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PaymentDeskDeps } from './deps.ts'
import { decideAttempt } from '../decideAttempt.ts'
import { decidePayment } from '../decidePayment.ts'
import { decideRefund } from '#refund/server/unconfirmed/decideRefund.ts'
import { type Decided, isOfRefund, type RefundDecided } from '#refund/server/unconfirmed/decision.ts'
import { closeByStaff } from '../closeByStaff.ts'
import { refundPayment } from '#refund/server/refundPayment.ts'
import { searchPayments } from './searchPayments.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import type { DeskTransaction } from '../../backoffice.ts'
import { memberOf } from '#staff/server/member.ts'
import { linkFilters, perPage, periodOf } from '#staff/server/lists.ts'
import { paymentIdOrFail, transactionFile, transactionRow } from './transactionFile.ts'

/** Payments at the desk: search, attempts and ledger, refunds, decisions (docs/back-office.md#money). */
export function transactionRoutes(
  app: FastifyInstance,
  deps: PaymentDeskDeps,
  portal: Guard<PortalCaller>,
): void {
  const { db } = deps
  const shown = async (token: string, caller: PortalCaller) => {
    const entity = await transactionFile(deps, token, memberOf(caller))
    return { entity, data: entity }
  }
  mount(app, contract.listDeskTransactions, portal, async ({ query }) => {
    const request = askedList(query, perPage)
    const { lot_id: lotId, state, method } = query
    const list = await searchPayments(db, { ...request, lotId, state, method, ...periodOf(query) })
    const rows = list.rows.map(transactionRow)
    return pagedList({ ...list, rows }, request, contract.listDeskTransactions.path, {
      ...linkFilters(query),
      method: method ?? undefined,
    })
  })
  mount(app, contract.openDeskTransaction, portal, ({ params }, caller) => shown(params.id, caller))
  mount(app, contract.refundTransaction, portal, async ({ params, body }, caller) => {
    const paymentId = await paymentIdOrFail(db, params.id)
    const { actor } = memberOf(caller)
    const wish = { amountCents: centsOf(body, 'value'), keptCents: centsOf(body, 'kept') }
    await withFresh(
      () => refundPayment(deps, { paymentId, ...wish, reason: body.reason, actor }),
      () => shown(params.id, caller),
    )
    return shown(params.id, caller)
  })
  decisionRoutes(app, deps, portal, shown)
}

type Shown = (
  token: string,
  caller: PortalCaller,
) => Promise<{ entity: DeskTransaction; data: DeskTransaction }>

/** What staff decide about money in doubt: of a payment, or of one attempt. */
function decisionRoutes(
  app: FastifyInstance,
  deps: PaymentDeskDeps,
  portal: Guard<PortalCaller>,
  shown: Shown,
): void {
  const { db } = deps
  mount(app, contract.decideTransaction, portal, async ({ params, body }, caller) => {
    const paymentId = await paymentIdOrFail(db, params.id)
    const { actor } = memberOf(caller)
    await withFresh(
      () => decide(deps, { paymentId, ...body, actor }),
      () => shown(params.id, caller),
    )
    return shown(params.id, caller)
  })
  mount(app, contract.closeCase, portal, async ({ params, body }, caller) => {
    const paymentId = await paymentIdOrFail(db, params.id)
    const { actor } = memberOf(caller)
    await withFresh(
      () => closeByStaff(deps, { paymentId, kind: params.kind, reason: body.reason, actor }),
      () => shown(params.id, caller),
    )
    return shown(params.id, caller)
  })
  mount(app, contract.decideAttempt, portal, async ({ params, body }, caller) => {
    const paymentId = await paymentIdOrFail(db, params.id)
    const { actor } = memberOf(caller)
    await withFresh(
      () => decideAttempt(deps, { paymentId, n: Number(params.n), ...body, actor }),
      () => shown(params.id, caller),
    )
    return shown(params.id, caller)
  })
}

/** About a payment that nobody knows of, or a refund of one that is paid. */
function decide(deps: PaymentDeskDeps, by: Decided | RefundDecided): Promise<void> {
  return isOfRefund(by) ? decideRefund(deps, by) : decidePayment(deps, by)
}

function centsOf(body: { value: number | string; kept: number | string }, field: 'value' | 'kept'): number {
  const cents = parseReais(body[field])
  if (cents === null) throw invalid({ [field]: ['Valor inválido.'] })
  return cents
}

/** A conflict brings the payment as it is now. */
async function withFresh(work: () => Promise<void>, fresh: () => Promise<{ data: object }>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Fail) || error.fail === 'invalid') throw error
    throw new Fail(error.fail, { ...error.detail, data: (await fresh()).data })
  }
}
