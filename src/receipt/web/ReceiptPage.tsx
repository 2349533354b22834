import { notifyFailure } from '#kit/web/notice/notify.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { readReceipt, resendReceipt } from '../contract.ts'
import { LazyProof } from './LazyProof.tsx'
import { Receipt } from './Receipt.tsx'
import css from './History.module.css'

const back = () => go('user.payments')

export default function ReceiptPage() {
  const token = useRoute().params['token'] ?? ''
  const load = useCall(readReceipt, { params: { token } })
  const failure = load.view.state === 'failed' ? load.view.failure : null
  const isGone = failure !== null && [404, 409, 422].includes(failure.status)
  return (
    <Page title="Recibo" onBackClick={back}>
      {isGone ? (
        <Callout tone="warn" title="Recibo não encontrado">
          <p>{failure.status === 409 ? failure.message : 'Este pagamento não está no seu histórico.'}</p>
        </Callout>
      ) : (
        <LoadView load={load} failed="Não foi possível carregar o recibo" label="Buscando o recibo...">
          {({ data }) => (
            <>
              <Receipt receipt={data} />
              <LazyProof token={token} />
              <Resend token={token} />
              <RouteLink to="payment.contest" params={{ token }} variant="quiet" icon="chat">
                Contestar
              </RouteLink>
            </>
          )}
        </LoadView>
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
      <LiveRegion as="div" className={css.sent}>
        {sent !== null && <Callout tone="go" title={sent} icon="mail" />}
      </LiveRegion>
      <Actions>
        <Button type="button" icon="mail" onClick={() => void send()}>
          ENVIAR POR E-MAIL
        </Button>
      </Actions>
    </>
  )
}
