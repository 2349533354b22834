import { useEffect } from 'react'
import { replaceWith } from '#kit/web/route/routes.ts'
import { useSignedIn } from '#session/web/session.ts'

/** Who is signed in has an account, now or from before: on to the menu. */
export function useLeaveSignedIn(): void {
  const signedIn = useSignedIn()
  useEffect(() => {
    if (signedIn) replaceWith('user.menu')
  }, [signedIn])
}
