import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useCall } from '#kit/web/call/useCall.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { remindInApp } from '#kit/web/native/remind.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { forgetReminder, keepReminder, readPushKey } from '../contract.ts'
import { canSubscribe, subscribe } from './subscribe.ts'

type Props = { token: string; until: string; to: 'leave' | 'arrive' }

const texts = {
  leave: { remind: 'Avisar antes de sair', kept: 'Você será avisado 5 minutos antes do prazo.' },
  arrive: { remind: 'Avisar antes de chegar', kept: 'Você será avisado 1 hora antes do prazo.' },
} as const

/** Nothing where this browser cannot be reminded. In the native app the app reminds. */
export function RemindButton(props: Props) {
  const inApp = remindInApp()
  if (inApp) return <AppReminder {...props} remindInApp={inApp} />
  return canSubscribe() ? <PushReminder {...props} /> : null
}

type AppProps = Props & { remindInApp: (until: string) => Promise<boolean> }

function AppReminder({ until, to, remindInApp: ask }: AppProps) {
  const { remind, kept } = texts[to]
  const press = useOneAtATime(async () => {
    if (await ask(until)) notify(kept, 'success')
    else notify('O aplicativo não permitiu o aviso.', 'warning')
  })
  return (
    <Button variant="quiet" icon="alert" onClick={() => void press()}>
      {remind}
    </Button>
  )
}

/** Nothing until the portal's key is known, and where reminders are off. */
function PushReminder({ token, to }: Props) {
  const [endpoint, setEndpoint] = useState<string | null>(null)
  const { view } = useCall(readPushKey)
  const { remind, kept } = texts[to]
  const ask = async (key: string) => {
    const subscription = await subscribe(key)
    if (subscription === null) {
      notify('O navegador não permitiu o aviso. Você pode pôr o prazo na agenda.', 'warning')
      return
    }
    await keep(token, subscription)
    setEndpoint(subscription.endpoint)
    notify(kept, 'success')
  }
  const forget = async (kept: string) => {
    await call(forgetReminder, { params: { token }, body: { endpoint: kept } })
    setEndpoint(null)
    notify('Você não será mais avisado.', 'success')
  }
  const press = useOneAtATime(async (key: string) => {
    try {
      await whileLoading(endpoint === null ? ask(key) : forget(endpoint))
    } catch (failure) {
      if (failure instanceof CallFailure) notify(failureText(failure), 'danger')
      else if (failure instanceof DOMException) notify(unavailable, 'danger')
      else throw failure
    }
  })
  if (view.state !== 'ready') return null
  const { key } = view.value.data
  return (
    <Button variant="quiet" icon="alert" onClick={() => void press(key)}>
      {endpoint === null ? remind : 'Não avisar mais'}
    </Button>
  )
}

const unavailable = 'O navegador não conseguiu ligar o aviso. Você pode pôr o prazo na agenda.'

async function keep(token: string, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? subscription.endpoint, keys: { p256dh, auth } }
  await call(keepReminder, { params: { token }, body })
}
