import { useEffect } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useCall } from '#kit/web/call/useCall.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { listAlerts, seeAlert, type WireAlert } from '../../backoffice.ts'
import css from './AlertBanner.module.css'

const pollMs = 60_000
const maxShown = 3

export default function AlertBanner() {
  const { view, reload } = useCall(listAlerts, { query: { state: 'open' } })
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, pollMs)
    return () => clearInterval(timer)
  }, [reload])
  // The page shows a lost connection itself.
  if (view.state !== 'ready') return null
  const unseen = view.value.data.filter(({ seen }) => !seen)
  if (unseen.length === 0) return null
  return (
    <section className={css.banner} aria-label="Avisos em aberto">
      <ul>
        {unseen.slice(0, maxShown).map((alert) => (
          <AlertLine key={alert.id} alert={alert} reload={reload} />
        ))}
      </ul>
      <a href={hrefTo('staff.alerts', {})}>
        {unseen.length > maxShown ? `Ver os ${unseen.length} avisos` : 'Ver avisos'}
      </a>
    </section>
  )
}

function AlertLine({ alert, reload }: { alert: WireAlert; reload: () => void }) {
  const hide = useOneAtATime(async () => {
    await call(seeAlert, { params: { id: String(alert.id) } })
    reload()
  })
  const isNamed = alert.lot === null || alert.text.includes(alert.lot)
  return (
    <li>
      <Icon name="warning" size={20} />
      <span>{isNamed ? alert.text : `${alert.lot}: ${alert.text}`}</span>
      <Button variant="quiet" onClick={() => void hide()} aria-label={`Ocultar aviso: ${alert.text}`}>
        Ocultar
      </Button>
    </li>
  )
}
