import { useEffect } from 'react'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { scannedCodes } from './scannedCode.ts'
import { ScanDialog } from './ScanDialog.tsx'

type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void }
type Given = Props & { codesOf?: (read: string) => readonly string[] }

export default function ScanTicket({ onCodes, onClose, codesOf }: Given) {
  return nativeApp() ? (
    <InApp onCodes={onCodes} onClose={onClose} />
  ) : (
    <ScanDialog onCodes={onCodes} onClose={onClose} {...(codesOf && { codesOf })} />
  )
}

const foreign = 'O código lido não é de um ticket. Tente de novo ou digite o número.'
const broken = 'Não foi possível usar a câmera. Digite o número do ticket.'

function InApp({ onCodes, onClose }: Props) {
  useEffect(() => {
    let gone = false
    scan()
      .then((codes) => {
        if (gone) return
        if (codes.length === 0) onClose()
        else onCodes(codes)
      })
      .catch(() => {
        if (gone) return
        notify(broken, 'warning')
        onClose()
      })
    return () => {
      gone = true
    }
  }, [onCodes, onClose])
  return null
}

/** Empty if cancelled, or for a code of no ticket. */
async function scan(): Promise<readonly string[]> {
  const read = (await nativeApp()?.scanBarcode()) ?? null
  if (read === null) return []
  const codes = scannedCodes(read, { inApp: true })
  if (codes.length === 0) notify(foreign, 'warning')
  return codes
}
