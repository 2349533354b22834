import { unknownOutcome } from './outcomes.ts'
import type { Acquirer, Unknown } from '../acquirer.ts'
import type { Acquirers } from '../acquirers.ts'
import type { Authenticator } from '../authenticator.ts'

const graceMs = 500

/** Rejects inside a transaction; answers `unknown` past `budgetMs` or when the adapter throws. */
export function guardAcquirer(
  acquirer: Acquirer,
  isTransactionOpen: () => boolean,
  budgetMs: number,
): Acquirer {
  const guard = callGuard(isTransactionOpen, budgetMs)
  const checkQueries = guard('checkQueries', acquirer.checkQueries)
  const forgetCard = guard('forgetCard', acquirer.forgetCard)
  return {
    name: acquirer.name,
    title: acquirer.title,
    offers: acquirer.offers,
    refundRules: acquirer.refundRules,
    orderKey: acquirer.orderKey,
    hasValidSecret: acquirer.hasValidSecret,
    readNotification: acquirer.readNotification,
    authorise: guard('authorise', acquirer.authorise),
    capture: guard('capture', acquirer.capture),
    void: guard('void', acquirer.void),
    refund: guard('refund', acquirer.refund),
    cancel: guard('cancel', acquirer.cancel),
    findByOrderKey: guard('findByOrderKey', acquirer.findByOrderKey),
    findSales: guard('findSales', acquirer.findSales),
    findByReference: guard('findByReference', acquirer.findByReference),
    findOrderKey: guard('findOrderKey', acquirer.findOrderKey),
    checkQueries: async () => {
      const answer = await checkQueries()
      return answer === null || typeof answer === 'string' ? answer : answer.detail
    },
    forgetCard: async (acquirerToken) => {
      const outcome = await forgetCard(acquirerToken)
      return typeof outcome === 'string' ? outcome : 'unknown'
    },
  }
}

function callGuard(isTransactionOpen: () => boolean, budgetMs: number) {
  return <Args extends unknown[], T>(what: string, call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T | Unknown> => {
      if (isTransactionOpen()) throw new Error(`acquirer.${what} inside a database transaction`)
      const late = Promise.withResolvers<Unknown>()
      const unanswered = unknownOutcome(null, `${what}: no answer in ${budgetMs} ms`)
      const timer = setTimeout(() => late.resolve(unanswered), budgetMs + graceMs)
      try {
        return await Promise.race([call(...args), late.promise])
      } catch (error) {
        const name = error instanceof Error ? error.name : 'failure'
        return unknownOutcome(null, `${what}: ${name} in the adapter`)
      } finally {
        clearTimeout(timer)
      }
    }
}

export function guardAcquirers(
  { all, authenticators = {}, ...names }: Acquirers,
  isTransactionOpen: () => boolean,
  budgetMs: number,
): Acquirers {
  const guard = callGuard(isTransactionOpen, budgetMs)
  const guardedAcquirer = ([name, acquirer]: [string, Acquirer]) =>
    [name, guardAcquirer(acquirer, isTransactionOpen, budgetMs)] as const
  const guardedAuthenticator = ([name, { brands, open }]: [string, Authenticator]) =>
    [name, { brands, open: guard('authenticate', open) }] as const
  return {
    ...names,
    all: Object.fromEntries(Object.entries(all).map(guardedAcquirer)),
    authenticators: Object.fromEntries(Object.entries(authenticators).map(guardedAuthenticator)),
  }
}
