import { localPeriodOf } from '#staff/server/localPeriod.ts'
import { perPage } from '#staff/server/lists.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import type { FastifyInstance } from 'fastify'
import { invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { BackOfficePaymentDeps } from './deps.ts'
import { decideAttempt } from '../decideAttempt.ts'
import { decidePayment } from '../decidePayment.ts'
import { decideRefund } from '#refund/server/unconfirmed/decideRefund.ts'
import {
  type PaymentDecisionInput,
  isRefundDecision,
  type RefundDecisionInput,
} from '#refund/server/unconfirmed/decision.ts'
import { closeByStaff } from '../closeByStaff.ts'
import { refundPayment } from '#refund/server/refundPayment.ts'
import { searchPayments } from './searchPayments.ts'
import { openDisputeText } from '#payment/cases.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import type { BackOfficeTransaction } from '../../backoffice.ts'
import { lotsWanted, memberOf } from '#staff/server/member.ts'
import { paymentIdOrFail, transactionFile, transactionRow } from './transactionFile.ts'

export function transactionRoutes(
  app: FastifyInstance,
  deps: BackOfficePaymentDeps,
  portal: Guard<PortalCaller>,
): void {
  const { db } = deps
  const fileReply = async (token: string, caller: PortalCaller) => {
    const entity = await transactionFile(deps, token, memberOf(caller))
    return { entity, data: entity }
  }
  mount(app, contract.listTransactions, portal, async ({ query }, caller) => {
    const request = requestedPage(query, perPage)
    const { state, method } = query
    const lots = lotsWanted(memberOf(caller), query.lot_id)
    const list = await searchPayments(db, { ...request, lots, state, method, ...localPeriodOf(query) })
    const rows = list.rows.map(transactionRow)
    return pagedList({ ...list, rows }, request, contract.listTransactions.path)
  })
  mount(app, contract.openTransaction, portal, ({ params }, caller) => fileReply(params.id, caller))
  mount(app, contract.refundTransaction, portal, async ({ params, body }, caller) => {
    const { actor, lots } = memberOf(caller)
    const paymentId = await paymentIdOrFail(db, params.id, { lots })
    const wish = { amountCents: centsOf(body, 'value'), keptCents: centsOf(body, 'kept') }
    const file = await answerChange(
      () => refundPayment(deps, { paymentId, ...wish, reason: body.reason, actor }),
      () => fileReply(params.id, caller),
    )
    const isDisputed = file.data.cases.some(({ kind }) => kind === 'chargeback')
    return isDisputed ? { ...file, warnings: [openDisputeText] } : file
  })
  decisionRoutes(app, deps, portal, fileReply)
}

type FileReply = (
  token: string,
  caller: PortalCaller,
) => Promise<{ entity: BackOfficeTransaction; data: BackOfficeTransaction }>

function decisionRoutes(
  app: FastifyInstance,
  deps: BackOfficePaymentDeps,
  portal: Guard<PortalCaller>,
  fileReply: FileReply,
): void {
  const { db } = deps
  mount(app, contract.decideTransaction, portal, async ({ params, body }, caller) => {
    const { actor, lots } = memberOf(caller)
    const paymentId = await paymentIdOrFail(db, params.id, { lots })
    return answerChange(
      () => decide(deps, { paymentId, ...body, actor }),
      () => fileReply(params.id, caller),
    )
  })
  mount(app, contract.closeCase, portal, async ({ params, body }, caller) => {
    const { actor, lots } = memberOf(caller)
    const paymentId = await paymentIdOrFail(db, params.id, { lots })
    return answerChange(
      () => closeByStaff(deps, { paymentId, kind: params.kind, reason: body.reason, actor }),
      () => fileReply(params.id, caller),
    )
  })
  mount(app, contract.decideAttempt, portal, async ({ params, body }, caller) => {
    const { actor, lots } = memberOf(caller)
    const paymentId = await paymentIdOrFail(db, params.id, { lots })
    return answerChange(
      () => decideAttempt(deps, { paymentId, n: Number(params.n), ...body, actor }),
      () => fileReply(params.id, caller),
    )
  })
}

function decide(deps: BackOfficePaymentDeps, by: PaymentDecisionInput | RefundDecisionInput): Promise<void> {
  return isRefundDecision(by) ? decideRefund(deps, by) : decidePayment(deps, by)
}

function centsOf(body: { value: number | string; kept: number | string }, field: 'value' | 'kept'): number {
  const cents = parseReais(body[field])
  if (cents === null) throw invalid({ [field]: ['Valor inválido.'] })
  return cents
}
