import { lazy, Suspense } from 'react'
import { ProofRoom } from './ProofRoom.tsx'

// Without its file the screen does what it does without a proof.
const Proof = lazy(() => import('./Proof.tsx').catch(() => ({ default: () => null })))

export function LateProof({ token, hasShare = true }: { token: string; hasShare?: boolean }) {
  return (
    <Suspense fallback={<ProofRoom />}>
      <Proof key={token} token={token} hasShare={hasShare} />
    </Suspense>
  )
}
