import type { FastifyInstance } from 'fastify'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { Member, PortalCaller } from '#session/server/caller.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'
import * as contract from '../backoffice.ts'
import type { DisputeDeps } from './deps.ts'
import { moveDispute } from './flow/moveDispute.ts'
import { searchDisputes } from './store.ts'
import { wireDispute, wireRow } from './view.ts'

/** docs/back-office.md#contestações */
export function disputeRoutes(app: FastifyInstance, deps: DisputeDeps, portal: Guard<PortalCaller>): void {
  const file = async (id: number, member: Member) => editedReply(await wireDispute(deps, id, member))
  mount(app, contract.listDisputes, portal, ({ query }, caller) =>
    answerList(
      contract.listDisputes,
      { query, caller },
      (wanted) => searchDisputes(deps.db, wanted),
      wireRow,
    ),
  )
  mount(app, contract.openDispute, portal, ({ params }, caller) => file(params.id, memberOf(caller)))
  mount(app, contract.moveDispute, portal, async ({ params, body }, caller) => {
    const member = memberOf(caller)
    const { state: to, reason } = body
    return answerChange(
      () => moveDispute(deps, { id: params.id, to, reason, member }),
      () => file(params.id, member),
    )
  })
}
