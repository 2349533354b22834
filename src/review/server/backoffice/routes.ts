import { answerList } from '#staff/server/list/answerList.ts'
import { editedReply } from '#staff/server/lists.ts'
import type { FastifyInstance } from 'fastify'
import { invalid, fail } from '#kit/fail.ts'
import { parseReais, wireMoney } from '#kit/money.ts'
import { answerWithWarnings } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { BackOfficePaymentDeps } from './deps.ts'
import { decideAttempt } from '../decideAttempt.ts'
import { withCasesOfNow } from '../doubtedMoney.ts'
import { decidePayment } from '../decidePayment.ts'
import { decideRefund } from '#refund/server/unconfirmed/decideRefund.ts'
import {
  type PaymentDecisionInput,
  isRefundDecision,
  type RefundDecisionInput,
} from '#refund/server/unconfirmed/decision.ts'
import { refundPayment } from '#refund/server/refundPayment.ts'
import { searchPayments } from './searchPayments.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import { memberOf } from '#staff/server/member.ts'
import { paymentIdOrFail, readTransaction, wireTransactionRow } from './transactionDetails.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { StaffClosedKind } from '#payment/caseKinds.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { closeCases, isCaseOpen } from '#payment/server/ledger/cases.ts'
import { lockPayment, auditSubject } from '#payment/server/store.ts'

type PortalGuard = Guard<PortalCaller>

export function transactionRoutes(app: FastifyInstance, deps: BackOfficePaymentDeps, portal: PortalGuard) {
  const { db } = deps
  const transactionReply = async (token: string, caller: PortalCaller) =>
    editedReply(await readTransaction(deps, token, memberOf(caller)))
  mount(app, contract.listTransactions, portal, ({ query }, caller) =>
    answerList(contract.listTransactions, { query, caller }, async (wanted) => {
      const { keptCents, ...found } = await searchPayments(db, wanted)
      const rows = await withCasesOfNow(db, deps.subject, { rows: found.rows, now: deps.clock.now() })
      const sum = keptCents === null ? null : wireMoney(keptCents)
      return { ...found, sum, rows: rows.map(wireTransactionRow) }
    }),
  )
  mount(app, contract.openTransaction, portal, ({ params }, caller) => transactionReply(params.id, caller))
  type Run = (by: { paymentId: number; actor: string }) => Promise<readonly string[] | void>
  const changed = async (token: string, caller: PortalCaller, run: Run) => {
    const { actor, lots } = memberOf(caller)
    const paymentId = await paymentIdOrFail(db, token, { lots })
    const change = async () => (await run({ paymentId, actor })) ?? []
    return answerWithWarnings(change, () => transactionReply(token, caller))
  }
  mount(app, contract.refundTransaction, portal, async ({ params, body }, caller) => {
    const { reason } = body
    const request = { amountCents: centsOf(body, 'value'), keptCents: centsOf(body, 'kept'), reason }
    return changed(params.id, caller, (by) => refundPayment(deps, { ...by, ...request }))
  })
  const decide = (by: PaymentDecisionInput | RefundDecisionInput) =>
    isRefundDecision(by) ? decideRefund(deps, by) : decidePayment(deps, by)
  mount(app, contract.decideTransaction, portal, ({ params, body }, caller) =>
    changed(params.id, caller, (by) => decide({ ...by, ...body })),
  )
  mount(app, contract.closeCase, portal, ({ params: { id, kind }, body }, caller) =>
    changed(id, caller, (by) => closeByStaff(deps, { ...by, kind, reason: body.reason })),
  )
  mount(app, contract.decideAttempt, portal, ({ params: { id, n }, body }, caller) =>
    changed(id, caller, (by) => {
      const { value, ...decision } = body
      const valueCents = value === null || value === undefined ? null : centsOf({ value }, 'value')
      return decideAttempt(deps, { ...by, ...decision, valueCents, n: Number(n) })
    }),
  )
}

function centsOf<Field extends string>(body: Readonly<Record<Field, number | string>>, field: Field): number {
  const cents = parseReais(body[field])
  if (cents === null) throw invalid({ [field]: ['Valor inválido.'] })
  return cents
}

type ClosedCase = { paymentId: number; kind: StaffClosedKind; reason: string; actor: string }

/** Throws `nothing_to_decide` where no case is open. */
async function closeByStaff(deps: PaymentDeps, by: ClosedCase): Promise<void> {
  const { paymentId, kind, reason, actor } = by
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { state } = await lockPayment(tx, paymentId)
    if (!(await isCaseOpen(tx, paymentId, kind))) throw fail('nothing_to_decide')
    await closeCases(tx, paymentId, [kind], now)
    const after = { case: kind, reason }
    const closed = { ...auditSubject(paymentId, actor, now), action: 'case_closed' } as const
    await audit(tx, { ...closed, before: { state }, after })
  })
}
