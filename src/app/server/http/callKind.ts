import type { FastifyRequest } from 'fastify'
import { readTransaction } from '#payment/contract.ts'
import { watchPaths } from '../requests/limitRequests.ts'

/**
 * Gates and banks are never turned away: a car, or money, waits for them. Nor is whoever has a payment under way, but they
 * take the places of those who come anew. By the route, since one address can be written in many ways.
 */
export function kindOf({ routeOptions: { url = '' } }: FastifyRequest): 'paying' | 'new' | null {
  if (!url.startsWith('/api/')) return null
  return url.startsWith(readTransaction.path) ? 'paying' : 'new'
}

/** Gates, the acquirer, cardholders who come back from their bank, and whoever watches over the process. */
const expected = ['/equipment/', '/webhooks/', '/payment/', ...watchPaths]

/** Whether a process that is behind turns a call away: the page, a login or an address that nobody serves too. */
export function mayBeTurnedAway(request: FastifyRequest): boolean {
  const { url = '' } = request.routeOptions
  return kindOf(request) !== 'paying' && !expected.some((path) => url.startsWith(path))
}
