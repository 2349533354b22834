import { useEffect, useState } from 'react'
import type { WireTransaction } from '../../contract.ts'
import { keepPix, keptPix } from './kept.ts'

type QrView = { image: string | null; failed: boolean; again: () => void }

/** The QR code as a data URL, from this tab or the server. */
export function useQr(payment: WireTransaction): QrView {
  const { ws_token: token, pix } = payment
  const [drawn, setDrawn] = useState(() => {
    const kept = keptPix(token)
    return kept !== null && kept.payment.pix?.code === pix?.code ? kept.image : null
  })
  const [failed, setFailed] = useState(false)
  const qr = pix?.qr ?? null
  useEffect(() => {
    if (drawn !== null || failed || qr === null) return
    const stop = new AbortController()
    draw(qr, stop.signal).then(setDrawn, () => stop.signal.aborted || setFailed(true))
    return () => stop.abort()
  }, [drawn, failed, qr])
  useEffect(() => {
    if (drawn !== null) keepPix({ payment, image: drawn })
  }, [drawn, payment])
  return { image: drawn, failed, again: () => setFailed(false) }
}

async function draw(path: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(path, { signal, headers: { accept: 'image/svg+xml' } })
  if (!reply.ok) throw new Error(`the QR code answered ${reply.status}`)
  return `data:image/svg+xml,${encodeURIComponent(await reply.text())}`
}
