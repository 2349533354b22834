import { unknownOutcome } from './outcomes.ts'
import type { Acquirer, Unknown } from '../acquirer.ts'
import type { Acquirers } from '../acquirers.ts'
import type { AuthenticationRequest, Authenticator } from '../authenticator.ts'

const graceMs = 500

/** Rejects inside a transaction; answers `unknown` past `budgetMs` or when the adapter throws. */
export function guardAcquirer(
  acquirer: Acquirer,
  isTransactionOpen: () => boolean,
  budgetMs: number,
): Acquirer {
  const callGuarded = callGuard(isTransactionOpen, budgetMs)
  return {
    name: acquirer.name,
    offers: acquirer.offers,
    refundRules: acquirer.refundRules,
    orderKey: (attempt) => acquirer.orderKey(attempt),
    authorise: (request) => callGuarded('authorise', () => acquirer.authorise(request)),
    capture: (change) => callGuarded('capture', () => acquirer.capture(change)),
    void: (change) => callGuarded('void', () => acquirer.void(change)),
    refund: (change) => callGuarded('refund', () => acquirer.refund(change)),
    cancel: (reference, askedAt) => callGuarded('end', () => acquirer.cancel(reference, askedAt)),
    findByOrderKey: (orderKey, askedAt) =>
      callGuarded('find', () => acquirer.findByOrderKey(orderKey, askedAt)),
    findSales: (orderKey) => callGuarded('findSales', () => acquirer.findSales(orderKey)),
    findByReference: (reference, askedAt) =>
      callGuarded('findByReference', () => acquirer.findByReference(reference, askedAt)),
    findOrderKey: (reference) => callGuarded('findOrderKey', () => acquirer.findOrderKey(reference)),
    checkQueries: async () => {
      const answer = await callGuarded('check', () => acquirer.checkQueries())
      return answer === null || typeof answer === 'string' ? answer : answer.detail
    },
    forgetCard: async (acquirerToken) => {
      const outcome = await callGuarded('forgetCard', () => acquirer.forgetCard(acquirerToken))
      return typeof outcome === 'string' ? outcome : 'unknown'
    },
    hasValidSecret: (sent) => acquirer.hasValidSecret(sent),
    readNotification: (notification) => acquirer.readNotification(notification),
  }
}

function callGuard(isTransactionOpen: () => boolean, budgetMs: number) {
  return async <T>(what: string, call: () => Promise<T>): Promise<T | Unknown> => {
    if (isTransactionOpen()) throw new Error(`acquirer.${what} inside a database transaction`)
    const expiry = startTimeout(`${what}: no answer in ${budgetMs} ms`, budgetMs + graceMs)
    try {
      return await Promise.race([call(), expiry.passed])
    } catch (error) {
      return unknownOutcome(
        null,
        `${what}: ${error instanceof Error ? error.name : 'failure'} in the adapter`,
      )
    } finally {
      expiry.cancel()
    }
  }
}

export function guardAcquirers(
  { all, authenticators = {}, ...names }: Acquirers,
  isTransactionOpen: () => boolean,
  budgetMs: number,
): Acquirers {
  const guardedOne = ([name, acquirer]: [string, Acquirer]) =>
    [name, guardAcquirer(acquirer, isTransactionOpen, budgetMs)] as const
  const callGuarded = callGuard(isTransactionOpen, budgetMs)
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

function startTimeout(detail: string, afterMs: number): { passed: Promise<Unknown>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<Unknown>()
  const timer = setTimeout(() => resolve(unknownOutcome(null, detail)), afterMs)
  return { passed: promise, cancel: () => clearTimeout(timer) }
}
