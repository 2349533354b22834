import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useState } from 'react'
import { fillPath } from '#kit/endpoint.ts'
import { fetchImage } from '#kit/web/call/fetchImage.ts'
import { qrcode } from '../contract.ts'
import { useSession } from '#session/web/session.ts'
import { cacheCode, cachedCode } from './offlineCache.ts'
import css from './Reservation.module.css'

export function QrCode({ token }: { token: string }) {
  const [image, setImage] = useState(() => cachedCode(token))
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (image !== null) return
    const stop = new AbortController()
    fetchImage(fillPath(qrcode.path, { token }), stop.signal)
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
      <LiveRegion className={css.note} role="alert">
        Não foi possível carregar o QR code. Atualize a tela quando o sinal voltar.
      </LiveRegion>
    )
  }
  return (
    <div className={css.qr}>
      {image === null ? (
        <LiveRegion>Carregando o QR code...</LiveRegion>
      ) : (
        <img src={image} alt="QR code da reserva, para a cancela" width={240} height={240} />
      )}
    </div>
  )
}
