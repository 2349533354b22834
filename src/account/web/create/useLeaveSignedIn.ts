import { useEffect } from 'react'
import { replaceWith } from '#kit/web/route/routes.ts'
import { useSignedIn } from '#session/web/session.ts'

export function useLeaveSignedIn(): void {
  const signedIn = useSignedIn()
  useEffect(() => {
    if (signedIn) replaceWith('user.menu')
  }, [signedIn])
}
