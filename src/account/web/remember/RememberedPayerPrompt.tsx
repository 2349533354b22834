import { lazy, Suspense } from 'react'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useGuest } from '#session/web/waitForSession.ts'
import type { PayAsProps } from './PayAs.tsx'

const PayAs = lazy(() => import('./PayAs.tsx'))

export function RememberedPayerPrompt(props: PayAsProps) {
  const isGuest = useGuest()
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      {isGuest ? <PayAs {...props} /> : <Skeleton lines={4} />}
    </Suspense>
  )
}
