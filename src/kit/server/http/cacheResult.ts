/** Computes at most once every `everyMs`, never twice at once; calls in between share the answer or failure. */
export function cacheResult<T>(
  everyMs: number,
  compute: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { answer: Promise<T>; startedAt: number; isSettled: boolean } | null = null
  return () => {
    if (last !== null && (!last.isSettled || now() - last.startedAt < everyMs)) return last.answer
    const current = { answer: compute(), startedAt: now(), isSettled: false }
    const settle = () => {
      current.isSettled = true
    }
    current.answer.then(settle, settle)
    last = current
    return current.answer
  }
}
