import { lazy, Suspense, useCallback, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'

const loadScan = () => import('./ScanTicket.tsx')
const ScanTicket = lazy(loadScan)

type Props = {
  text: string
  onCodes: (codes: readonly string[]) => void
  onFailed: () => void
  codesOf?: (read: string) => readonly string[]
}

/** `onFailed`: the scanner could not be loaded; `codesOf`: what counts as a code, else a ticket's. */
export function ScanButton({ text, onCodes, onFailed, ...reading }: Props) {
  const [scanning, setScanning] = useState(false)
  const stop = useCallback(() => setScanning(false), [])
  const found = useCallback(
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
          <ScanTicket {...reading} onCodes={found} onClose={stop} />
        </Suspense>
      )}
    </>
  )
}
