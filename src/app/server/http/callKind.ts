import type { FastifyRequest } from 'fastify'
import { readTransaction } from '#payment/contract.ts'
import { watchPaths } from '../requests/limitRequests.ts'

/** Payments in progress are never refused; null is unlimited (gates, banks). */
export function kindOf({ routeOptions: { url = '' } }: FastifyRequest): 'paying' | 'new' | null {
  if (!url.startsWith('/api/')) return null
  return url.startsWith(readTransaction.path) ? 'paying' : 'new'
}

/** Gates, acquirers, returns from a bank, health checks. */
const expected = ['/equipment/', '/webhooks/', '/payment/', ...watchPaths]

export function isRefusable(request: FastifyRequest): boolean {
  const { url = '' } = request.routeOptions
  return kindOf(request) !== 'paying' && !expected.some((path) => url.startsWith(path))
}
