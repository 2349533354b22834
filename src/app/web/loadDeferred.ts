import { callTexts, CallFailure } from '#kit/web/failure.ts'
import { checkRequests, checkFailure } from '#session/web/sessionCheck/checkRequests.ts'

/** Loads the deferred work, and after a failure again when a session check is requested. */
export function loadDeferredWork(): void {
  let isHere = false
  const load = () =>
    import('./deferred.ts').then(
      ({ startDeferredWork }) => {
        if (isHere) return
        isHere = true
        stop()
        startDeferredWork()
      },
      (cause: unknown) =>
        checkFailure.set(new CallFailure({ code: 'offline', message: callTexts.page, cause })),
    )
  const stop = checkRequests.subscribe(() => void load())
  void load()
}
