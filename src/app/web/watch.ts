import { callTexts, CallFailure } from '#kit/web/failure.ts'
import { checkRequests, checkFailure } from '#session/web/life/checkRequests.ts'

/** Loads it after the first screen, and again on demand if that failed. */
export function loadSessionWatcher(): void {
  let isHere = false
  const load = () =>
    import('./afterwards.ts').then(
      ({ afterwards }) => {
        if (isHere) return
        isHere = true
        stop()
        afterwards()
      },
      (cause: unknown) =>
        checkFailure.set(new CallFailure({ code: 'offline', message: callTexts.page, cause })),
    )
  const stop = checkRequests.subscribe(() => void load())
  void load()
}
