import type { FastifyInstance } from 'fastify'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { resendTransactionReceipt } from '#review/backoffice.ts'
import type { BackOfficePaymentDeps } from '#review/server/backoffice/deps.ts'
import { paymentIdOrFail, transactionFile } from '#review/server/backoffice/transactionFile.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { memberOf } from '#staff/server/member.ts'
import { sendReceiptAgain } from '../resendReceipt.ts'

type Portal = Guard<PortalCaller>

export function backOfficeReceiptRoutes(app: FastifyInstance, deps: BackOfficePaymentDeps, portal: Portal) {
  mount(app, resendTransactionReceipt, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    const paymentId = await paymentIdOrFail(deps.db, params.id, member)
    return answerChange(
      () => sendReceiptAgain(deps, { paymentId, actor: member.actor }),
      async () => {
        const entity = await transactionFile(deps, params.id, member)
        return { entity, data: entity }
      },
    )
  })
}
