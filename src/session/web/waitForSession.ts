import { ignoreCallFailure } from '#kit/web/failure.ts'
import { useStore } from '#kit/web/state/store.ts'
import { checkRequests, checkFailure } from './sessionCheck/checkRequests.ts'
import { session, useSession, type WebSession } from './session.ts'

/** True for a guest, or when the session cannot be loaded. */
export function useIsGuest(): boolean {
  const known = useSession()
  const failed = useStore(checkFailure, null) !== null
  return known === null ? failed : known.user === null
}

export function waitForSession(): Promise<WebSession> {
  const known = session.get()
  if (known !== null) return Promise.resolve(known)
  return new Promise((resolve, reject) => {
    const stops = [session.subscribe(answer), checkFailure.subscribe(fail)]
    const stop = () => stops.forEach((each) => each())
    function answer() {
      const now = session.get()
      if (now === null) return
      stop()
      resolve(now)
    }
    function fail() {
      const why = checkFailure.get()
      if (why === null) return
      stop()
      reject(why)
    }
    checkRequests.set((times) => times + 1)
  })
}

export async function waitForSessionOrNull(): Promise<WebSession | null> {
  return waitForSession().catch((failure: unknown) => {
    ignoreCallFailure(failure)
    return null
  })
}
