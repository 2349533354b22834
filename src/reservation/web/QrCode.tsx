import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useCallback, useEffect, useState } from 'react'
import { fillPath } from '#kit/endpoint.ts'
import { fetchImage } from '#kit/web/call/fetchImage.ts'
import { CodeImage } from '#kit/web/entity/CodeImage.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { qrcode } from '../contract.ts'
import { useSession } from '#session/web/session.ts'
import { cacheCode, cachedCode } from './offlineCache.ts'

export function QrCode({ token }: { token: string }) {
  const [cached] = useState(() => cachedCode(token))
  const { view } = useLoad(
    useCallback(
      async (signal: AbortSignal) => cached ?? (await fetchImage(fillPath(qrcode.path, { token }), signal)),
      [cached, token],
    ),
  )
  const image = view.state === 'ready' ? view.value : cached
  const userId = useSession()?.user?.id
  useEffect(() => {
    if (image !== null && userId !== undefined) cacheCode(userId, token, image)
  }, [token, image, userId])
  if (view.state === 'failed') {
    return (
      <LiveRegion className="small" role="alert">
        Não foi possível carregar o QR code. Ele aparece quando o sinal voltar.
      </LiveRegion>
    )
  }
  return <CodeImage image={image} alt="QR code da reserva, para a cancela" />
}
