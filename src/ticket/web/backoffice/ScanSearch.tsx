import { lazy, Suspense, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { useQueryChange } from '#kit/web/route/query.ts'
import { proofIn } from '#receipt/proof.ts'
import { scannedCodes } from '../scan/scannedCode.ts'

const ScanTicket = lazy(() => import('../scan/ScanTicket.tsx'))

const codesOf = (read: string): readonly string[] => {
  const proof = proofIn(read)
  return proof === null ? scannedCodes(read) : [proof]
}

export function ScanSearch() {
  const [scanning, setScanning] = useState(false)
  const changeQuery = useQueryChange()
  const close = () => setScanning(false)
  return (
    <>
      <Button look="plain" icon="scan" onClick={() => setScanning(true)}>
        Ler ticket ou recibo
      </Button>
      {scanning && (
        <Suspense>
          <ScanTicket
            codesOf={codesOf}
            onClose={close}
            onCodes={([code]) => {
              close()
              changeQuery({ q: code })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
