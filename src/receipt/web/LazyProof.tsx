import { lazy, Suspense } from 'react'
import { ProofPlaceholder } from './ProofPlaceholder.tsx'

// Without its file the screen does what it does without a proof.
const ProofPanel = lazy(() => import('./ProofPanel.tsx').catch(() => ({ default: () => null })))

export function LazyProof({ token, hasShare = true }: { token: string; hasShare?: boolean }) {
  return (
    <Suspense fallback={<ProofPlaceholder />}>
      <ProofPanel key={token} token={token} hasShare={hasShare} />
    </Suspense>
  )
}
