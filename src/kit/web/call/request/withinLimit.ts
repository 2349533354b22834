/** `restart` begins the limit anew, for a request that makes progress. */
type Work<T> = (signal: AbortSignal, restart: () => void) => Promise<T>

/**
 * Aborts `work` and rejects: after `ms` with a `TimeoutError`, when `signal` aborts with an `AbortError`. The oldest
 * browsers have neither `AbortSignal.any` nor `AbortSignal.timeout`.
 */
export async function withinLimit<T>(ms: number, signal: AbortSignal | undefined, work: Work<T>): Promise<T> {
  const stop = new AbortController()
  let end = (_name: 'TimeoutError' | 'AbortError') => {}
  const ended = new Promise<never>((_, reject) => {
    end = (name) => {
      reject(new DOMException('No answer was waited for.', name))
      stop.abort()
    }
  })
  const startTimer = () => setTimeout(() => end('TimeoutError'), ms)
  let timer = startTimer()
  const restart = () => {
    clearTimeout(timer)
    timer = startTimer()
  }
  const leave = () => end('AbortError')
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave)
  try {
    return await Promise.race([ended, work(stop.signal, restart)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
