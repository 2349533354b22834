import { withTimeout } from './withTimeout.ts'

/** A round whose acquirer calls all time out ends sooner. */
const roundTimeoutMs = 10 * 60_000

/** Runs `work` now and every `everyMs`, never twice at once, and aborts it after `limitMs`. The answer stops it. */
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
