import { notifyFailure } from '#kit/web/notice/notify.ts'
import { useCall } from '#kit/web/call/useCall.ts'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { readReceipt, resendReceipt } from '../contract.ts'
import { LazyProof } from './LazyProof.tsx'
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
        <Callout tone="warn" title="Recibo não encontrado">
          <p>
            {view.failure.status === 409 ? view.failure.message : 'Este pagamento não está no seu histórico.'}
          </p>
        </Callout>
      )}
      {view.state === 'failed' && !gone && (
        <LoadFailed title="Não foi possível carregar o recibo" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && (
        <>
          <Receipt receipt={view.value.data} />
          <LazyProof token={token} />
          <Resend token={token} />
          <RouteLink to="payment.contest" params={{ token }} variant="quiet" icon="chat">
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
      <LiveRegion as="div">{sent !== null && <Callout tone="go" title={sent} icon="mail" />}</LiveRegion>
      <Actions>
        <Button type="button" icon="mail" onClick={() => void send()}>
          ENVIAR POR E-MAIL
        </Button>
      </Actions>
    </>
  )
}
