import type { Acquirer } from '#acquirer/acquirer.ts'

type Call = 'authorise' | 'capture' | 'void'

/**
 * Answers of an acquirer that a test holds back until it lets them go: what was asked for is done there, and no clock says how
 * long the portal waits. Its portal's `acquirerTimeoutMs` is longer than the test holds one.
 */
export function delayedAnswers() {
  const held = new Map<Call, { come: () => void; gone: Promise<void> }>()
  const pass = async (call: Call) => {
    const next = held.get(call)
    held.delete(call)
    next?.come()
    await next?.gone
  }
  return {
    of: (acquirer: Acquirer): Acquirer => ({
      ...acquirer,
      authorise: async (request) => {
        const told = await acquirer.authorise(request)
        await pass('authorise')
        return told
      },
      capture: async (change) => {
        const told = await acquirer.capture(change)
        await pass('capture')
        return told
      },
      void: async (change) => {
        const told = await acquirer.void(change)
        await pass('void')
        return told
      },
    }),
    /** Holds the next one back. `there`: the acquirer has done what was asked. */
    hold: (call: Call) => {
      const there = Promise.withResolvers<void>()
      const gone = Promise.withResolvers<void>()
      held.set(call, { come: there.resolve, gone: gone.promise })
      return { there: there.promise, go: gone.resolve }
    },
  }
}
