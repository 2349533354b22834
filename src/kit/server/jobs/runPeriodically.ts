import { withTimeout } from './withTimeout.ts'

/** Longer than a round takes if all its acquirer calls time out. */
const roundTimeoutMs = 10 * 60_000

/**
 * Runs `work` now and every `everyMs`, one run at a time, and aborts a run after `limitMs`. Returns a
 * function that stops it.
 */
export function runPeriodically(
  { name, everyMs }: { readonly name: string; readonly everyMs: number },
  work: (stopping: AbortSignal) => Promise<void>,
  log: { error(detail: object, text: string): void },
  limitMs = roundTimeoutMs,
): () => Promise<void> {
  const stop = new AbortController()
  let running: Promise<void> | null = null
  const round = async () => {
    const given = new AbortController()
    try {
      await withTimeout(limitMs, name, work(AbortSignal.any([stop.signal, given.signal])))
    } catch (error) {
      given.abort()
      log.error({ err: error, sweep: name }, 'sweep failed')
    }
  }
  const run = () => {
    running ??= round().finally(() => {
      running = null
    })
  }
  run()
  const timer = setInterval(run, everyMs)
  return async () => {
    clearInterval(timer)
    stop.abort()
    await running
  }
}
