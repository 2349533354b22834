import type { FastifyInstance } from 'fastify'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { requireUserId } from '#session/session.ts'
import * as contract from '../contract.ts'
import { listPayments } from './history.ts'
import { readOwnReceipt } from './buildReceipt.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import {
  sendReceiptToNewAddress,
  resendOwnReceipt,
  resendReceiptToGuest,
  resendReceiptByStaff,
} from './sendReceipt.ts'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { resendTransactionReceipt } from '#review/backoffice.ts'
import type { BackOfficePaymentDeps } from '#review/server/backoffice/deps.ts'
import { paymentIdOrFail, readTransaction } from '#review/server/backoffice/transactionDetails.ts'
import { editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'

const sent = 'O recibo foi enviado para o seu e-mail.'
const sentIfKnown = 'Se houver um pagamento deste ticket com este e-mail, o recibo chegará em alguns minutos.'

export function receiptRoutes(
  app: FastifyInstance,
  deps: BackOfficePaymentDeps,
  portal: Guard<PortalCaller>,
) {
  mount(app, contract.listPayments, portal, async ({ query }, { session }) => {
    const request = parsePageRequest(query, 20)
    const list = await listPayments(deps.db, requireUserId(session), request)
    return pagedList(list, request, contract.listPayments.path)
  })
  mount(app, contract.readReceipt, portal, async ({ params }, { session }) => ({
    data: await readOwnReceipt(deps, requireUserId(session), params.token),
  }))
  mount(app, contract.resendReceipt, portal, async ({ params }, { session }) => {
    await resendOwnReceipt(deps, requireUserId(session), params.token)
    return { data: { message: sent } }
  })
  mount(app, contract.emailReceipt, portal, async ({ params, body }, caller) => {
    const bearer = { token: params.token, userId: caller.session.userId }
    await sendReceiptToNewAddress(deps, bearer, { ...body, by: caller })
    return { data: await readPayment(deps, bearer) }
  })
  mount(app, contract.resendGuestReceipt, portal, async ({ body }, caller) => {
    await resendReceiptToGuest(deps, { ...body, by: caller })
    return { data: { message: sentIfKnown } }
  })
  mount(app, resendTransactionReceipt, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    const paymentId = await paymentIdOrFail(deps.db, params.id, member)
    return answerChange(
      () => resendReceiptByStaff(deps, { paymentId, actor: member.actor }),
      async () => editedReply(await readTransaction(deps, params.id, member)),
    )
  })
}
