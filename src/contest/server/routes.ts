import type { FastifyInstance } from 'fastify'
import { answerWithWarnings } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { StaffMember, PortalCaller } from '#session/server/caller.ts'
import { mountList } from '#staff/server/exports/defineList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'
import * as backOffice from '../backoffice.ts'
import * as contract from '../contract.ts'
import type { ContestDeps } from './deps.ts'
import { wireBackOfficeContest } from './backOfficeView.ts'
import { contestsList } from './contestsList.ts'
import { answerContest } from './flow/answerContest.ts'
import { readContest, reopenContest, withdrawContest } from './flow/changeContest.ts'
import { openContest } from './flow/openContest.ts'

/** docs/spec.md#contest */
export function contestRoutes(app: FastifyInstance, deps: ContestDeps, portal: Guard<PortalCaller>): void {
  const bearer = ({ token }: { token: string }, { session: { userId } }: PortalCaller) => ({ token, userId })
  mount(app, contract.readContest, portal, async ({ params }, caller) => ({
    data: await readContest(deps, bearer(params, caller)),
  }))
  mount(app, contract.openContest, portal, async ({ params, body }, caller) => {
    const by = { ...bearer(params, caller), ip: caller.ip }
    const { reason, text, email } = body
    return { data: await openContest(deps, by, { reason, text: text ?? '', email }) }
  })
  mount(app, contract.withdrawContest, portal, async ({ params }, caller) => ({
    data: await withdrawContest(deps, bearer(params, caller)),
  }))
  mount(app, contract.reopenContest, portal, async ({ params, body }, caller) => ({
    data: await reopenContest(deps, bearer(params, caller), body.text),
  }))
}

/** docs/back-office.md#reclamações */
export function backOfficeContestRoutes(
  app: FastifyInstance,
  deps: ContestDeps,
  portal: Guard<PortalCaller>,
) {
  const file = async (id: number, member: StaffMember) =>
    editedReply(await wireBackOfficeContest(deps, id, member))
  mountList(app, deps, portal, contestsList)
  mount(app, backOffice.openBackOfficeContest, portal, ({ params }, caller) =>
    file(params.id, memberOf(caller)),
  )
  mount(app, backOffice.answerContest, portal, async ({ params, body }, caller) => {
    const member = memberOf(caller)
    return answerWithWarnings(
      () => answerContest(deps, { id: params.id, member, body }),
      () => file(params.id, member),
    )
  })
}
