import type { ReactNode } from 'react'
import { ConfirmDialog } from '#kit/web/dialog/confirm.tsx'
import { LoadingOverlay, OfflineBanner, SuccessTick } from '#kit/web/notice/Overlays.tsx'
import { ConsentBar } from '#site/web/consent/ConsentBar.tsx'
import { Toaster } from '#kit/web/notice/Toaster.tsx'

export default function GlobalOverlays(): ReactNode {
  return (
    <>
      <OfflineBanner />
      <Toaster />
      <ConsentBar />
      <ConfirmDialog />
      <SuccessTick />
      <LoadingOverlay />
    </>
  )
}
