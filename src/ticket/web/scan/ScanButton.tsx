import { lazy, Suspense, useCallback, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import type { ParseCodes } from './ScanTicket.tsx'

const loadScan = () => import('./ScanTicket.tsx')
const ScanTicket = lazy(loadScan)

type Props = {
  text: string
  onCodes: (codes: readonly string[]) => void
  onFailed: (cause: unknown) => void
  parseCodes?: ParseCodes
}

/** `onFailed`: the scanner could not be loaded; `parseCodes` reads codes that are not a ticket's. */
export function ScanButton({ text, onCodes, onFailed, ...reading }: Props) {
  const [scanning, setScanning] = useState(false)
  const stop = useCallback(() => setScanning(false), [])
  const acceptCodes = useCallback(
    (codes: readonly string[]) => {
      setScanning(false)
      onCodes(codes)
    },
    [onCodes],
  )
  return (
    <>
      <Button
        variant="plain"
        icon="scan"
        onClick={() => void loadScan().then(() => setScanning(true), onFailed)}
      >
        {text}
      </Button>
      {scanning && (
        <Suspense>
          <ScanTicket {...reading} onCodes={acceptCodes} onClose={stop} />
        </Suspense>
      )}
    </>
  )
}
