import type { FastifyInstance } from 'fastify'
import type { Acquirers } from '#acquirer/acquirers.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { type Session, requireUserId } from '#session/session.ts'
import { editedReply, type OperatorTimeZone } from '#staff/server/lists.ts'
import { editSavedCard, listSavedCards, removeSavedCard } from '../contract.ts'
import { forgetCard, type IsCardReserved } from './flow/forgetCard.ts'
import { listCards, readCard } from './flow/listCards.ts'

export type CardDeps = {
  db: Db
  clock: Clock
  operatorTimeZone: OperatorTimeZone
  cardKeys: CardKeys
  acquirers: Acquirers
  isCardReserved: IsCardReserved
}

export function cardRoutes(app: FastifyInstance, deps: CardDeps, portal: Guard<{ session: Session }>): void {
  mount(app, listSavedCards, portal, async ({ query }, { session }) => {
    const request = parsePageRequest(query, 20)
    return pagedList(await listCards(deps, requireUserId(session), request), request, listSavedCards.path)
  })
  mount(app, editSavedCard, portal, async ({ params }, { session }) => {
    return editedReply(await readCard(deps, requireUserId(session), params.token))
  })
  mount(app, removeSavedCard, portal, async ({ params }, { session }) => {
    await forgetCard(deps, requireUserId(session), params.token)
    return { data: { deleted: true } }
  })
}
