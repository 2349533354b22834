import { notifyFailure } from '#kit/web/notice/notify.ts'
import { useCall } from '#kit/web/call/useCall.ts'
import { Live } from '#kit/web/notice/Live.tsx'
import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { readReceipt, resendReceipt } from '../contract.ts'
import { LateProof } from './LateProof.tsx'
import { Receipt } from './Receipt.tsx'

const back = () => go('user.payments')

export default function ReceiptPage() {
  const token = useRoute().params['token'] ?? ''
  const { view, reload } = useCall(readReceipt, { params: { token } })
  const gone = view.state === 'failed' && [404, 409, 422].includes(view.failure.status)
  return (
    <Page title="Recibo" onBackClick={back}>
      {view.state === 'loading' && <Skeleton lines={8} label="Buscando o recibo..." />}
      {view.state === 'failed' && gone && (
        <Situation tone="warn" title="Recibo não encontrado">
          <p>
            {view.failure.status === 409 ? view.failure.message : 'Este pagamento não está no seu histórico.'}
          </p>
        </Situation>
      )}
      {view.state === 'failed' && !gone && (
        <LoadFailed title="Não foi possível carregar o recibo" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && (
        <>
          <Receipt receipt={view.value.data} />
          <LateProof token={token} />
          <Resend token={token} />
          <RouteLink to="payment.contest" params={{ token }} look="quiet" icon="chat">
            Contestar
          </RouteLink>
        </>
      )}
    </Page>
  )
}

function Resend({ token }: { token: string }) {
  const [sent, setSent] = useState<string | null>(null)
  const send = useOneAtATime(async () => {
    try {
      const { data } = await whileLoading(call(resendReceipt, { params: { token } }))
      setSent(data.message)
    } catch (failure) {
      notifyFailure(failure)
    }
  })
  return (
    <>
      <Live as="div">{sent !== null && <Situation tone="go" title={sent} icon="mail" />}</Live>
      <Actions>
        <Button type="button" icon="mail" onClick={() => void send()}>
          ENVIAR POR E-MAIL
        </Button>
      </Actions>
    </>
  )
}
