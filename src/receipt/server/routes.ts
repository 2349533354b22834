import type { FastifyInstance } from 'fastify'
import { requestedPage, pagedList } from '#kit/paging.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { signedIn } from '#session/session.ts'
import * as contract from '../contract.ts'
import { listPayments } from './history.ts'
import { openReceipt } from './receiptOf.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import { mailToNewAddress, resendReceipt, resendToGuest, sendReceiptAgain } from './sendReceipt.ts'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { resendTransactionReceipt } from '#review/backoffice.ts'
import type { BackOfficePaymentDeps } from '#review/server/backoffice/deps.ts'
import { paymentIdOrFail, transactionFile } from '#review/server/backoffice/transactionFile.ts'
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
    const request = requestedPage(query, 20)
    const list = await listPayments(deps.db, signedIn(session), request)
    return pagedList(list, request, contract.listPayments.path)
  })
  mount(app, contract.readReceipt, portal, async ({ params }, { session }) => ({
    data: await openReceipt(deps, signedIn(session), params.token),
  }))
  mount(app, contract.resendReceipt, portal, async ({ params }, { session }) => {
    await resendReceipt(deps, signedIn(session), params.token)
    return { data: { message: sent } }
  })
  mount(app, contract.emailReceipt, portal, async ({ params, body }, caller) => {
    const bearer = { token: params.token, userId: caller.session.userId }
    await mailToNewAddress(deps, bearer, { ...body, by: caller })
    return { data: await readPayment(deps, bearer) }
  })
  mount(app, contract.resendGuestReceipt, portal, async ({ body }, caller) => {
    await resendToGuest(deps, { ...body, by: caller })
    return { data: { message: sentIfKnown } }
  })
  mount(app, resendTransactionReceipt, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    const paymentId = await paymentIdOrFail(deps.db, params.id, member)
    return answerChange(
      () => sendReceiptAgain(deps, { paymentId, actor: member.actor }),
      async () => editedReply(await transactionFile(deps, params.id, member)),
    )
  })
}
