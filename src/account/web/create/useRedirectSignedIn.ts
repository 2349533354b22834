import { useEffect } from 'react'
import { replaceWith } from '#kit/web/route/routes.ts'
import { useIsSignedIn } from '#session/web/session.ts'

export function useRedirectSignedIn(): void {
  const signedIn = useIsSignedIn()
  useEffect(() => {
    if (signedIn) replaceWith('user.menu')
  }, [signedIn])
}
