import { CallFailure, failureText } from '#kit/web/call/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { useStore } from '#kit/web/state/store.ts'
import { asked, unanswered } from './life/asked.ts'
import { session, useSession } from './session.ts'
import type { WebSession } from './session.ts'

/** True once nobody is known to be signed in, or nobody can say who is. */
export function useGuest(): boolean {
  const known = useSession()
  const failed = useStore(unanswered, null) !== null
  return known === null ? failed : known.user === null
}

/** Who is there, waited for while that is not known yet. Throws a `CallFailure` when nobody can say. */
export function whoIsThere(): Promise<WebSession> {
  const known = session.get()
  if (known !== null) return Promise.resolve(known)
  return new Promise((resolve, reject) => {
    const stops = [session.subscribe(answer), unanswered.subscribe(fail)]
    const stop = () => stops.forEach((each) => each())
    function answer() {
      const now = session.get()
      if (now === null) return
      stop()
      resolve(now)
    }
    function fail() {
      const why = unanswered.get()
      if (why === null) return
      stop()
      reject(why)
    }
    asked.set((times) => times + 1)
  })
}

/** The same for where a guest's way does no harm to who is signed in: null when nobody can say. */
export async function whoSeemsThere(): Promise<WebSession | null> {
  return whoIsThere().catch(nobodyCanSay)
}

/**
 * For a button whose way depends on it: the overlay shows while it is not known yet. Null when nobody can say, which is
 * told: the person stays, and may press again.
 */
export async function askWhoIsThere(): Promise<WebSession | null> {
  if (session.get() !== null) return session.get()
  try {
    return await whileLoading(whoIsThere())
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(failureText(failure), 'warning')
    return null
  }
}

function nobodyCanSay(failure: unknown): null {
  if (!(failure instanceof CallFailure)) throw failure
  return null
}
