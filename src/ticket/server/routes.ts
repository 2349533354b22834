import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { ownsCard } from '#card/server/flow/listCards.ts'
import { invalid } from '#kit/fail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { tryFrom } from '#session/server/limits/tries.ts'
import type { Session } from '#session/session.ts'
import { createTransaction, findTicket, readRate, readTicket } from '../contract.ts'
import type { TicketDeps } from './deps.ts'
import { createTransaction as create } from './flow/createTransaction.ts'
import { rateOf } from './rate.ts'
import { lookUpReserved, lookUpTicket } from './flow/lookUpTicket.ts'

/** The ticket calls of docs/calls.md#5-tickets. */
export function ticketRoutes(app: FastifyInstance, deps: TicketDeps, portal: Guard<PortalCaller>): void {
  // Codes cannot be guessed from their neighbours; who tries all the same is slowed down.
  const lookUp = <T>(by: PortalCaller, look: () => Promise<T>) =>
    tryFrom(deps, { limit: 'look_up_address', by, counts: 'ticket_not_found' }, look)
  mount(app, readTicket, portal, async ({ body }, caller) => ({
    data: await lookUp(caller, () =>
      body.confirmReserve === true
        ? lookUpReserved(deps, body.code, (id) => deps.isReservedFor(deps.db, id, caller.session.userId))
        : lookUpTicket(deps, body.code, bearerOf(caller)),
    ),
  }))
  mount(app, readRate, portal, async ({ query }) => ({
    data: { lines: await rateOf(deps.db, query.lot_id) },
  }))
  mount(app, findTicket, portal, async ({ query }, caller) => ({
    data: await lookUp(caller, () => lookUpTicket(deps, query.code, bearerOf(caller))),
  }))
  mount(app, createTransaction, portal, async ({ body }, caller) => {
    const { session } = caller
    await checkSavedCard(deps.db, session, body.pm_person_paymethod_id ?? null)
    const asked = { code: body.ticket_code, value: body.ticket_value, paymentType: body.payment_type }
    return { data: await lookUp(caller, () => create(deps, asked, bearerOf(caller))) }
  })
}

const bearerOf = ({ session }: PortalCaller) => ({ sessionHash: session.hash, userId: session.userId })

/** Throws 422 for a saved card that is not the caller's own (docs/calls.md#5-tickets). */
async function checkSavedCard(db: Db, session: Session, card: string | number | null): Promise<void> {
  if (card === null || card === '') return
  const own = session.userId !== null && (await ownsCard(db, session.userId, card))
  if (!own) throw invalid({ pm_person_paymethod_id: ['Este cartão salvo não existe mais. Escolha outro.'] })
}
