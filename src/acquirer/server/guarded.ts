import type { Acquirer, Unknown } from '../acquirer.ts'

/**
 * The acquirer as the flows see it: throws when a database transaction is open (a slow bank must never hold
 * a lock), and answers `unknown` past the time budget, whatever the adapter does.
 */
export function guarded(acquirer: Acquirer, isTransactionOpen: () => boolean, budgetMs: number): Acquirer {
  const within = <T>(what: string, call: () => Promise<T>): Promise<T | Unknown> => {
    if (isTransactionOpen()) throw new Error(`acquirer.${what} inside a database transaction`)
    return Promise.race([call(), expiry(budgetMs, what)])
  }
  return {
    name: acquirer.name,
    authorise: (request) => within('authorise', () => acquirer.authorise(request)),
    capture: (reference, amountCents) => within('capture', () => acquirer.capture(reference, amountCents)),
    void: (reference) => within('void', () => acquirer.void(reference)),
    refund: (reference, amountCents) => within('refund', () => acquirer.refund(reference, amountCents)),
    find: (orderKey) => within('find', () => acquirer.find(orderKey)),
    findByReference: (reference) => within('findByReference', () => acquirer.findByReference(reference)),
    readNotification: (headers, body) => acquirer.readNotification(headers, body),
  }
}

/** A little after the adapter's own time-out, so that its better-informed answer wins. */
function expiry(budgetMs: number, what: string): Promise<Unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve({ outcome: 'unknown', reference: null, detail: `${what}: no answer in ${budgetMs} ms` }),
      budgetMs + 500,
    )
    timer.unref()
  })
}
