import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { Session } from '#session/session.ts'
import { createTransaction, findTicket, readTicket } from '../contract.ts'
import { createTransaction as create } from './flow/createTransaction.ts'
import { findQuotedTicket, lookUpTicket } from './flow/lookUpTicket.ts'

export function ticketRoutes(
  app: FastifyInstance,
  deps: { db: Db; clock: Clock },
  portal: Guard<{ session: Session }>,
): void {
  mount(app, readTicket, portal, async ({ body }) => ({
    data: await lookUpTicket(deps, { code: body.code, confirmReserve: body.confirmReserve === true }),
  }))
  mount(app, findTicket, portal, async ({ query }) => ({ data: await findQuotedTicket(deps, query.code) }))
  mount(app, createTransaction, portal, async ({ body }, { session }) => ({
    data: await create(
      deps,
      { code: body.ticket_code, value: body.ticket_value, paymentType: body.payment_type },
      { sessionHash: session.hash, userId: session.userId },
    ),
  }))
}
