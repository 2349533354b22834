/** A delay of `ms` per `wait`; none while `skip` is active. */
export function cancellableDelay(ms: number): { wait(): Promise<void>; skip(): () => void } {
  let skipping = 0
  let wake = () => {}
  const wait = () =>
    new Promise<void>((resolve) => {
      if (ms === 0 || skipping > 0) return resolve()
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const skip = () => {
    skipping += 1
    wake()
    return () => void (skipping -= 1)
  }
  return { wait, skip }
}
