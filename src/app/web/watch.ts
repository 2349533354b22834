import { callTexts, CallFailure } from '#kit/web/call/failure.ts'
import { checkRequests, checkFailure } from '#session/web/life/checkRequests.ts'

/**
 * Fetches what watches the session, once the first screen can be used. Nothing is lost before it is here: it listens
 * first and asks the server then, so that it hears of whatever another tab or a call did meanwhile. It may be lost on the
 * way: then whoever wants to know who is there has it fetched anew, and is told that nobody can say where it does not
 * come (Firefox keeps what did not come the first time): a guest goes on, and nobody waits for ever.
 */
export function watchFromNowOn(): void {
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
