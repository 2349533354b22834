import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { ownsCard } from '#card/server/flow/listCards.ts'
import { invalid } from '#kit/fail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { Session } from '#session/session.ts'
import { createTransaction, findTicket, readRate, readTicket } from '../contract.ts'
import type { TicketDeps } from './deps.ts'
import { createTransaction as create } from './flow/createTransaction.ts'
import { readNextRate, readRateLines } from './tariff/readRate.ts'
import { lookUpReservedTicket, lookUpTicket } from './flow/lookUpTicket.ts'

export function ticketRoutes(app: FastifyInstance, deps: TicketDeps, portal: Guard<PortalCaller>): void {
  mount(app, readTicket, portal, async ({ body }, caller) => {
    const lookUp = body.confirmReserve === true ? lookUpReservedTicket : lookUpTicket
    return { data: await lookUp(deps, body.code, ticketCallerOf(caller)) }
  })
  mount(app, readRate, portal, async ({ query: { lot_id: lotId } }) => {
    const now = deps.clock.now()
    const lines = await readRateLines(deps.db, lotId, now)
    return { data: { lines, next: await readNextRate(deps.db, lotId, now) } }
  })
  mount(app, findTicket, portal, async ({ query }, caller) => ({
    data: await lookUpTicket(deps, query.code, ticketCallerOf(caller)),
  }))
  mount(app, createTransaction, portal, async ({ body }, caller) => {
    await assertOwnCard(deps.db, caller.session, body.pm_person_paymethod_id ?? null)
    const asked = { code: body.ticket_code, value: body.ticket_value, paymentType: body.payment_type }
    return { data: await create(deps, asked, ticketCallerOf(caller)) }
  })
}

const ticketCallerOf = ({ session, ip, proveAgain }: PortalCaller) => ({
  sessionHash: session.hash,
  userId: session.userId,
  ip,
  proveAgain,
})

async function assertOwnCard(db: Db, session: Session, card: string | number | null): Promise<void> {
  if (card === null || card === '') return
  const own = session.userId !== null && (await ownsCard(db, session.userId, card))
  if (!own) throw invalid({ pm_person_paymethod_id: ['Este cartão salvo não existe mais. Escolha outro.'] })
}
