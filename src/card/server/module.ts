import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/guards.ts'
import { type CardDeps, cardRoutes } from './routes.ts'
import { worksOf, job } from '#kit/server/jobs/job.ts'
import { cardTables } from './retention/tables.ts'
import type * as z from 'zod/mini'
import { acquirerNamed, type Acquirers } from '#acquirer/acquirers.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { open } from '#kit/server/seal.ts'
import { forgetCardKind } from './forgetLater.ts'

const forgetCardJob = job({ ...forgetCardKind, run: forgetAtAcquirer })

async function forgetAtAcquirer(
  deps: { cardKeys: CardKeys; acquirers: Acquirers },
  { acquirer = deps.acquirers.unnamed, owner, ...sealed }: z.output<typeof forgetCardKind.payload>,
): Promise<void> {
  const outcome = await acquirerNamed(deps.acquirers, acquirer).forgetCard(open(deps.cardKeys, owner, sealed))
  if (outcome === 'unknown') throw new Error('the acquirer did not say that it forgot the card')
}

export const cardModule = {
  routes: (app, { card }, { portal }) => cardRoutes(app, card, portal),
  jobs: [forgetCardJob],
  works: ({ card }) => worksOf([forgetCardJob], card),
  tables: cardTables,
} satisfies ServerModule<{ card: CardDeps }, Guards>
