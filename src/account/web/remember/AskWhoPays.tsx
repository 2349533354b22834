import { lazy, Suspense } from 'react'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useGuest } from '#session/web/waitForSession.ts'
import type { PayAsProps } from './PayAs.tsx'

const PayAs = lazy(() => import('./PayAs.tsx'))

/** The question whether it is who this device remembers, to guests only: whoever is signed in has said who they are. */
export function AskWhoPays(props: PayAsProps) {
  const isGuest = useGuest()
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      {isGuest ? <PayAs {...props} /> : <Skeleton lines={4} />}
    </Suspense>
  )
}
