import { useEffect } from 'react'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { scannedCode } from './scannedCode.ts'
import { ScanDialog } from './ScanDialog.tsx'

type Props = { onCode: (code: string) => void; onClose: () => void }

/** Uses the native app's scanner, or the browser's camera elsewhere. */
export default function ScanTicket({ onCode, onClose }: Props) {
  return nativeApp() ? (
    <InApp onCode={onCode} onClose={onClose} />
  ) : (
    <ScanDialog onCode={onCode} onClose={onClose} />
  )
}

const foreign = 'O código lido não é de um ticket. Tente de novo ou digite o número.'
const broken = 'Não foi possível usar a câmera. Digite o número do ticket.'

function InApp({ onCode, onClose }: Props) {
  useEffect(() => {
    let gone = false
    scan()
      .then((code) => {
        if (gone) return
        if (code === null) onClose()
        else onCode(code)
      })
      .catch(() => {
        if (gone) return
        notify(broken, 'warning')
        onClose()
      })
    return () => {
      gone = true
    }
  }, [onCode, onClose])
  return null
}

async function scan(): Promise<string | null> {
  const read = (await nativeApp()?.scanBarcode()) ?? null
  if (read === null) return null
  const code = scannedCode(read)
  if (code === null) notify(foreign, 'warning')
  return code
}
