import { callTexts, CallFailure } from '#kit/web/call/failure.ts'
import { asked, unanswered } from '#session/web/life/asked.ts'

/**
 * Loads the session watcher after the first screen is interactive, and again on demand if that failed; a failed
 * load counts as an unanswered call, so that nothing waits for it.
 */
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
        unanswered.set(new CallFailure({ code: 'offline', message: callTexts.page, cause })),
    )
  const stop = asked.subscribe(() => void load())
  void load()
}
