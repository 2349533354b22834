import { unknown } from './outcomes.ts'
import type { Acquirer, Unknown } from '../acquirer.ts'
import type { Acquirers } from '../acquirers.ts'
import type { AuthenticationRequest, Authenticator } from '../authenticator.ts'

const allowanceMs = 500

/** Rejects inside a transaction; answers `unknown` past `budgetMs` or when the adapter throws. */
export function guarded(acquirer: Acquirer, isTransactionOpen: () => boolean, budgetMs: number): Acquirer {
  const callGuarded = guard(isTransactionOpen, budgetMs)
  return {
    name: acquirer.name,
    offers: acquirer.offers,
    refundRules: acquirer.refundRules,
    orderKey: (attempt) => acquirer.orderKey(attempt),
    authorise: (request) => callGuarded('authorise', () => acquirer.authorise(request)),
    capture: (change) => callGuarded('capture', () => acquirer.capture(change)),
    void: (change) => callGuarded('void', () => acquirer.void(change)),
    refund: (change) => callGuarded('refund', () => acquirer.refund(change)),
    end: (reference, askedAt) => callGuarded('end', () => acquirer.end(reference, askedAt)),
    find: (orderKey, askedAt) => callGuarded('find', () => acquirer.find(orderKey, askedAt)),
    findSales: (orderKey) => callGuarded('findSales', () => acquirer.findSales(orderKey)),
    findByReference: (reference, askedAt) =>
      callGuarded('findByReference', () => acquirer.findByReference(reference, askedAt)),
    findOrderKey: (reference) => callGuarded('findOrderKey', () => acquirer.findOrderKey(reference)),
    check: async () => {
      const answer = await callGuarded('check', () => acquirer.check())
      return answer === null || typeof answer === 'string' ? answer : answer.detail
    },
    forgetCard: async (acquirerToken) => {
      const outcome = await callGuarded('forgetCard', () => acquirer.forgetCard(acquirerToken))
      return typeof outcome === 'string' ? outcome : 'unknown'
    },
    carriesSecret: (sent) => acquirer.carriesSecret(sent),
    readNotification: (notification) => acquirer.readNotification(notification),
  }
}

function guard(isTransactionOpen: () => boolean, budgetMs: number) {
  return async <T>(what: string, call: () => Promise<T>): Promise<T | Unknown> => {
    if (isTransactionOpen()) throw new Error(`acquirer.${what} inside a database transaction`)
    const expiry = expiring(`${what}: no answer in ${budgetMs} ms`, budgetMs + allowanceMs)
    try {
      return await Promise.race([call(), expiry.passed])
    } catch (error) {
      return unknown(null, `${what}: ${error instanceof Error ? error.name : 'failure'} in the adapter`)
    } finally {
      expiry.cancel()
    }
  }
}

export function guardedAll(
  { all, authenticators = {}, ...names }: Acquirers,
  isTransactionOpen: () => boolean,
  budgetMs: number,
): Acquirers {
  const guardedOne = ([name, acquirer]: [string, Acquirer]) =>
    [name, guarded(acquirer, isTransactionOpen, budgetMs)] as const
  const callGuarded = guard(isTransactionOpen, budgetMs)
  const guardedPage = ([name, { brands, open }]: [string, Authenticator]) =>
    [
      name,
      { brands, open: (request: AuthenticationRequest) => callGuarded('authenticate', () => open(request)) },
    ] as const
  return {
    ...names,
    all: Object.fromEntries(Object.entries(all).map(guardedOne)),
    authenticators: Object.fromEntries(Object.entries(authenticators).map(guardedPage)),
  }
}

function expiring(detail: string, afterMs: number): { passed: Promise<Unknown>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<Unknown>()
  const timer = setTimeout(() => resolve(unknown(null, detail)), afterMs)
  return { passed: promise, cancel: () => clearTimeout(timer) }
}
