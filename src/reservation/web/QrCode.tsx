import { Live } from '#kit/web/notice/Live.tsx'
import { useEffect, useState } from 'react'
import { fillPath } from '#kit/endpoint.ts'
import { qrcode } from '../contract.ts'
import { useSession } from '#session/web/session.ts'
import { cacheCode, cachedCode } from './offlineCache.ts'
import css from './Reservation.module.css'

/** Dark on white in every scheme, and cached for use offline. */
export function QrCode({ token }: { token: string }) {
  const [image, setImage] = useState(() => cachedCode(token))
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (image !== null) return
    const stop = new AbortController()
    fetchCode(token, stop.signal)
      .then(setImage)
      .catch(() => stop.signal.aborted || setFailed(true))
    return () => stop.abort()
  }, [token, image])
  const userId = useSession()?.user?.id
  useEffect(() => {
    if (image !== null && userId !== undefined) cacheCode(userId, token, image)
  }, [token, image, userId])
  if (failed) {
    return (
      <Live className={css.note} role="alert">
        Não foi possível carregar o QR code. Atualize a tela quando o sinal voltar.
      </Live>
    )
  }
  return (
    <div className={css.qr}>
      {image === null ? (
        <Live>Carregando o QR code...</Live>
      ) : (
        <img src={image} alt="QR code da reserva, para a cancela" width={240} height={240} />
      )}
    </div>
  )
}

async function fetchCode(token: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(fillPath(qrcode.path, { token }), { signal, headers: { accept: 'image/png' } })
  if (!reply.ok) throw new Error(`the QR code answered ${reply.status}`)
  const blob = await reply.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no data address')),
    )
    reader.addEventListener('error', () => reject(new Error('the QR code could not be read')))
    reader.readAsDataURL(blob)
  })
}
