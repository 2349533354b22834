import { lazy, Suspense } from 'react'
import { ProofPlaceholder } from './ProofPlaceholder.tsx'

// A file that does not load shows nothing.
const ProofPanel = lazy(() => import('./ProofPanel.tsx').catch(() => ({ default: () => null })))

export function LazyProof({ token, hasShare = true }: { token: string; hasShare?: boolean }) {
  return (
    <Suspense fallback={<ProofPlaceholder />}>
      <ProofPanel key={token} token={token} hasShare={hasShare} />
    </Suspense>
  )
}
