import { Suspense, lazy, useEffect, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { LazyPaidTickets } from '#payment/web/local/LazyPaidTickets.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useSettings } from './settings.ts'
import css from './Site.module.css'

const SpacesDialog = lazy(() => import('./SpacesDialog.tsx'))

export default function WelcomePage() {
  const { reserveEnabled } = useSettings()
  const [isSpacesOpen, setIsSpacesOpen] = useState(false)
  useEffect(() => {
    if (!('guicheApp' in window)) return
    import('#session/web/deviceLogin.ts')
      .then(({ signInByDevice }) => signInByDevice())
      .catch(() => undefined)
  }, [])
  return (
    <Page
      title="Pague seu estacionamento"
      showLogo
      aside={
        <>
          <LazyPaidTickets />
          <PaperTicket />
        </>
      }
    >
      <Actions>
        <RouteLink to="ticket.read" variant="primary" icon="ticket">
          PAGAR TICKET AVULSO
        </RouteLink>
      </Actions>
      <div className="group">
        <RouteLink to="login" query={{ to: 'ticket.read' }} variant="plain" icon="user">
          Pagar ticket com minha conta
        </RouteLink>
        {reserveEnabled && (
          <RouteLink to="login" query={{ to: 'reserve.add' }} variant="plain" icon="reserve">
            Reservar uma vaga
          </RouteLink>
        )}
        <Button variant="plain" icon="spaces" aria-haspopup="dialog" onClick={() => setIsSpacesOpen(true)}>
          Ver vagas
        </Button>
        <RouteLink to="contact" query={{ backTo: 'welcome' }} variant="quiet" icon="chat">
          Fale conosco
        </RouteLink>
      </div>
      {isSpacesOpen && (
        <Suspense>
          <SpacesDialog onClose={() => setIsSpacesOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function PaperTicket() {
  return (
    <section className="paper" aria-label="Como pagar">
      <div className="stack tight upper" aria-hidden="true">
        <Barcode />
        <p className={css.example}>0001 2345 67890</p>
      </div>
      <ol className={css.how}>
        <li>Digite o número do ticket</li>
        <li>Veja o valor e pague aqui</li>
        <li>Saia até o horário indicado</li>
      </ol>
    </section>
  )
}

const bars = '3114231213212411321312421132131241213'

function Barcode() {
  const widths = [...bars]
  const total = widths.reduce((sum, width) => sum + Number(width), 0)
  return (
    <svg viewBox={`0 0 ${total} 40`} preserveAspectRatio="none" className={css.barcode}>
      <path d={`M0 20h${total}`} strokeWidth={40} strokeDasharray={`${widths.join(' ')} ${total}`} />
    </svg>
  )
}
