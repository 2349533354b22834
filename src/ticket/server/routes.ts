import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { ownsCard } from '#card/server/flow/listCards.ts'
import { invalid } from '#kit/fail.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { Session } from '#session/session.ts'
import { createTransaction, findTicket, readRate, readTicket } from '../contract.ts'
import type { TicketDeps } from './deps.ts'
import { createTransaction as create } from './flow/createTransaction.ts'
import { rateOf } from './rate.ts'
import { findQuotedTicket, lookUpReserved, lookUpTicket } from './flow/lookUpTicket.ts'

/** The ticket calls of docs/calls.md#5-tickets. */
export function ticketRoutes(
  app: FastifyInstance,
  deps: TicketDeps,
  portal: Guard<{ session: Session }>,
): void {
  mount(app, readTicket, portal, async ({ body }, { session }) => ({
    data:
      body.confirmReserve === true
        ? await lookUpReserved(deps, body.code, (id) => deps.isReservedFor(deps.db, id, session.userId))
        : await lookUpTicket(deps, body.code, session.hash),
  }))
  mount(app, findTicket, portal, async ({ query }, { session }) => ({
    data: await findQuotedTicket(deps, query.code, session.hash),
  }))
  mount(app, readRate, portal, async ({ query }) => ({
    data: { lines: await rateOf(deps.db, query.lot_id) },
  }))
  mount(app, createTransaction, portal, async ({ body }, { session }) => {
    await checkSavedCard(deps.db, session, body.pm_person_paymethod_id ?? null)
    return {
      data: await create(
        deps,
        { code: body.ticket_code, value: body.ticket_value, paymentType: body.payment_type },
        { sessionHash: session.hash, userId: session.userId },
      ),
    }
  })
}

/** Throws 422 for a saved card that is not the caller's own (docs/calls.md#5-tickets). */
async function checkSavedCard(db: Db, session: Session, card: string | number | null): Promise<void> {
  if (card === null || card === '') return
  const own = session.userId !== null && (await ownsCard(db, session.userId, card))
  if (!own) throw invalid({ pm_person_paymethod_id: ['Este cartão salvo não existe mais. Escolha outro.'] })
}
