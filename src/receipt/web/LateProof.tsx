import { lazy, Suspense } from 'react'

// Without its file the screen does what it does without a proof.
const Proof = lazy(() => import('./Proof.tsx').catch(() => ({ default: () => null })))

/** `Proof`, in a file of its own. */
export function LateProof({ token }: { token: string }) {
  return (
    <Suspense>
      <Proof key={token} token={token} />
    </Suspense>
  )
}
