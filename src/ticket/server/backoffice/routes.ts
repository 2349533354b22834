import type { FastifyInstance } from 'fastify'
import { answerChange, withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { TicketDeps } from '../deps.ts'
import { readStandings } from './standings.ts'
import { ticketsList } from './ticketsList.ts'
import * as contract from '../../backoffice.ts'
import { parseTicketSearch } from '../../ticketSearch.ts'
import { listExitQuestions, wireExitQuestion } from '../gate/exitQuestions.ts'
import { wantedOf } from '#staff/server/list/answerList.ts'
import { memberOf } from '#staff/server/member.ts'
import { editedReply } from '#staff/server/lists.ts'
import { handBackExcess } from '../overpaid/handBackExcess.ts'
import { authoriseExit, replaceLostTicket, waiveDueAmount } from './ticketChanges.ts'
import { requireTicket, readTicketDetail } from './ticketDetail.ts'

export function backOfficeTicketRoutes(app: FastifyInstance, deps: TicketDeps, portal: Guard<PortalCaller>) {
  const { db, clock } = deps
  const ticketReply = async (code: string, caller: PortalCaller) =>
    editedReply(await readTicketDetail(deps, code, memberOf(caller)))
  const changeOf = async (code: string, caller: PortalCaller) => {
    const member = memberOf(caller)
    const { id: ticketId } = await requireTicket(db, code, member)
    return { ticketId, actor: member.actor, now: clock.now() }
  }
  mountTicketsList(app, deps, portal)
  mount(app, contract.openBackOfficeTicket, portal, ({ params }, caller) => ticketReply(params.id, caller))
  mount(app, contract.waiveTicket, portal, async ({ params, body }, caller) => {
    const waiver = { ...(await changeOf(params.id, caller)), reason: body.reason }
    return answerChange(
      () => waiveDueAmount(deps, waiver),
      () => ticketReply(params.id, caller),
    )
  })
  mount(app, contract.handBackExcess, portal, async ({ params, body }, caller) => {
    const change = { ...(await changeOf(params.id, caller)), reason: body.reason }
    return answerChange(
      () => handBackExcess(deps, change),
      () => ticketReply(params.id, caller),
    )
  })
  mount(app, contract.replaceTicket, portal, async ({ params, body }, caller) => {
    const lost = { ...(await changeOf(params.id, caller)), reason: body.reason }
    const newCode = await withCurrentOnConflict(
      () => replaceLostTicket(deps, lost),
      () => ticketReply(params.id, caller),
    )
    return ticketReply(newCode, caller)
  })
  mount(app, contract.authoriseExit, portal, async ({ params, body }, caller) => {
    const { reason, left = false } = body
    const exit = { ...(await changeOf(params.id, caller)), reason, left }
    return answerChange(
      () => authoriseExit(deps, exit),
      () => ticketReply(params.id, caller),
    )
  })
}

function mountTicketsList(app: FastifyInstance, deps: TicketDeps, portal: Guard<PortalCaller>) {
  const { db, clock } = deps
  mount(app, contract.listBackOfficeTickets, portal, async ({ query }, caller) => {
    const list = await ticketsList.answer(deps, { query, caller })
    const { q, lots } = wantedOf(query, memberOf(caller))
    const read = parseTicketSearch(q)
    const refusals = read === null ? [] : await listExitQuestions(db, { read, lots })
    const standings = await readStandings(
      deps,
      list.data.map(({ id }) => id),
      clock.now(),
    )
    const data = list.data.map((row) => ({ ...row, standing: standings.get(row.id) ?? null }))
    return { ...list, data, refusals: refusals.map(wireExitQuestion) }
  })
}
