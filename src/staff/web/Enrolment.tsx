import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { enrolSecondFactor } from '../contract.ts'
import css from './Enrolment.module.css'

export function Enrolment() {
  const load = useCallback(
    async (signal: AbortSignal) => (await call(enrolSecondFactor, { signal })).data,
    [],
  )
  const { view, reload } = useLoad(load)
  if (view.state === 'loading') return <Skeleton lines={6} />
  if (view.state === 'failed')
    return (
      <LoadFailed
        title="Não foi possível verificar o código de acesso"
        failure={view.failure}
        reload={reload}
      />
    )
  const { qrcode, secret } = view.value
  return (
    <div className={css.enrolment}>
      <p>
        A administração pede, além da senha, um código que muda a cada 30 segundos. Leia esta imagem com um
        aplicativo autenticador, como Google Authenticator, Microsoft Authenticator ou 1Password.
      </p>
      <img
        className={css.qr}
        src={`data:image/svg+xml,${encodeURIComponent(qrcode)}`}
        width={200}
        height={200}
        alt="QR code para o aplicativo autenticador"
      />
      <p>
        Sem câmera? Digite esta chave:{' '}
        <code className={css.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
    </div>
  )
}
