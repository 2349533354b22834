import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/schema.ts'
import { type Clock } from '#kit/clock.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import { invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { recordHitIfBelow } from '../limits/admit.ts'
import type { reportClientError } from '../../clientErrorContract.ts'
import { screenNames } from '../screenNames.ts'

type ClientErrorDeps = { db: Db; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> }

/** Tells the log; over the session's limit nothing. Throws 422 for a screen that does not exist. */
export async function recordClientError(
  { db, clock, log }: ClientErrorDeps,
  { screen, release, place }: BodyOf<typeof reportClientError>,
  sessionHash: string,
): Promise<void> {
  if (!screenNames.has(screen)) throw invalid({ screen: ['Valor inválido.'] })
  const counted = { limit: 'client_error', key: sessionHash } as const
  if (await transaction(db, (tx) => recordHitIfBelow(tx, counted, clock.now())))
    log.warn({ screen, release, place }, 'an error in the page')
}
