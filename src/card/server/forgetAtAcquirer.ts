import type * as z from 'zod/mini'
import { acquirerByName, type Acquirers } from '#acquirer/acquirers.ts'
import { job } from '#kit/server/jobs/job.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { openSealed } from '#kit/server/seal.ts'
import { forgetCardKind } from './enqueueForgetCard.ts'

export const forgetCardJob = job({ ...forgetCardKind, run: forgetAtAcquirer })

async function forgetAtAcquirer(
  deps: { cardKeys: CardKeys; acquirers: Acquirers },
  { acquirer, owner, ...sealed }: z.output<typeof forgetCardKind.payload>,
): Promise<void> {
  const outcome = await acquirerByName(deps.acquirers, acquirer).forgetCard(
    openSealed(deps.cardKeys, owner, sealed),
  )
  if (outcome === 'unknown') throw new Error('the acquirer did not say that it forgot the card')
}
