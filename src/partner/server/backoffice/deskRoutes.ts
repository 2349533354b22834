import type { FastifyInstance } from 'fastify'
import { answerChange, withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { mountList } from '#staff/server/exports/defineList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'
import { readTicketDetail, requireTicket } from '#ticket/server/backoffice/ticketDetail.ts'
import * as contract from '../../deskContract.ts'
import type { PartnerDeps } from '../deps.ts'
import { undoAtDesk, validateAtDesk } from '../flow/desk.ts'
import { listBenefitsOfLot } from '../store.ts'
import { requireValidation } from '../validations.ts'
import { validationsList } from './validationsList.ts'

/** Validations of tickets at the desk. */
export function deskRoutes(app: FastifyInstance, deps: PartnerDeps, portal: Guard<PortalCaller>): void {
  const { db } = deps
  const ticketReply = async (code: string, caller: PortalCaller) =>
    editedReply(await readTicketDetail(deps, code, memberOf(caller)))
  mountList(app, deps, portal, validationsList)
  mount(app, contract.listTicketBenefits, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    const { lot_id: lotId } = await requireTicket(db, params.id, member)
    return { data: await listBenefitsOfLot(db, lotId, member.lots) }
  })
  mount(app, contract.validateAtDesk, portal, ({ params: { id: code }, body }, caller) => {
    const giving = { code, benefitId: body.benefit_id, reason: body.reason }
    return answerChange(
      () => validateAtDesk(deps, giving, memberOf(caller)),
      () => ticketReply(code, caller),
    )
  })
  mount(app, contract.undoValidation, portal, async ({ params: { id }, body: { reason } }, caller) => {
    const member = memberOf(caller)
    const { ticket_code: code } = await requireValidation(db, id, member)
    await withCurrentOnConflict(
      () => undoAtDesk(deps, { id, reason }, member),
      () => ticketReply(code, caller),
    )
    return ticketReply(code, caller)
  })
}
