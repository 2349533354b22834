import type { Acquirer } from '#acquirer/acquirer.ts'

type Call = 'authorise' | 'capture' | 'void'

/**
 * Delays answers of an acquirer until the test releases them: the call has its effect there meanwhile. The portal's
 * `acquirerTimeoutMs` must be longer.
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
        const answer = await acquirer.authorise(request)
        await pass('authorise')
        return answer
      },
      capture: async (change) => {
        const answer = await acquirer.capture(change)
        await pass('capture')
        return answer
      },
      void: async (change) => {
        const answer = await acquirer.void(change)
        await pass('void')
        return answer
      },
    }),
    /** Delays the next answer. `there`: the acquirer has executed the call. */
    hold: (call: Call) => {
      const there = Promise.withResolvers<void>()
      const gone = Promise.withResolvers<void>()
      held.set(call, { come: there.resolve, gone: gone.promise })
      return { there: there.promise, go: gone.resolve }
    },
  }
}
