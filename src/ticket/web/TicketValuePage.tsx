import { LookUpFailed } from './LookUpFailed.tsx'
import { useContext, useLayoutEffect } from 'react'
import { useFlowTicket } from '#account/web/FlowTicket.tsx'
import { MethodsContext } from '#checkout/web/ways/ways.ts'
import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Button } from '#kit/web/Button.tsx'
import { News } from '#kit/web/notice/News.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { go, hrefTo } from '#kit/web/route/routes.ts'
import { whenText } from '#kit/web/time/instants.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { methods, type Method } from '#payment/method/method.ts'
import { BackToCode } from '#payment/web/known/BackToCode.tsx'
import { KeptTicket, KnownPayment, UnlessPaid } from '#payment/web/known/KnownPayment.tsx'
import { useOpenPix } from '#payment/web/known/openPix.ts'
import { useKnown } from '#payment/web/known/useKnown.ts'
import { useSession } from '#session/web/session.ts'
import type { WireTicket } from '../contract.ts'
import { Breakdown, TicketSituation } from './TicketSituation.tsx'
import { wayForwardAfter, wayForwardWith } from '../failures.ts'
import { showAppScreen } from './early/early.ts'
import { mayPay, owes } from './lookUp.ts'
import { askGuest, ConfirmButton, useConfirmable } from './value/ConfirmButton.tsx'
import { useTicketValue, type TicketView } from './value/useTicketValue.ts'
import { ValueCard } from './ValueCard.tsx'
import { ShareButton } from '#kit/web/native/ShareButton.tsx'

/** docs/spec.md#value */
export default function TicketValuePage() {
  const { code } = useFlowTicket()
  const { view, reload } = useTicketValue(code)
  const isRead = view.state !== 'loading'
  useLayoutEffect(() => {
    if (isRead) showAppScreen()
  }, [isRead])
  const read = view.state === 'ready' ? view.read.ticket : null
  const known = useKnown({ code, answeredAt: read?.server_now ?? null })
  const paid = known.display !== 'answer' && offersWays(view) ? known : null
  return (
    <Page
      title="Verifique o valor"
      steps={<Steps />}
      aside={
        paid?.display === 'received' ? (
          <KeptTicket receipt={paid.receipt} />
        ) : (
          code !== undefined && <ValueCard code={code} view={view} />
        )
      }
    >
      {view.state === 'loading' && <Skeleton lines={5} label="" />}
      {paid && <KnownPayment known={paid} />}
      {view.state === 'failed' && !paid && <Failed code={code} view={view} reload={reload} />}
      {view.state === 'failed' && paid && (
        <Button look="plain" onClick={reload}>
          Tentar novamente
        </Button>
      )}
      {view.state === 'ready' && !paid && (
        <>
          <News>{view.news || null}</News>
          <TicketSituation ticket={view.read.ticket} />
          <Breakdown
            key={view.read.ticket.state}
            ticket={view.read.ticket}
            open={view.read.ticket.state === 'overdue'}
          />
          <NextStep ticket={view.read.ticket} stale={view.stale} reload={reload} />
          <WaysForward way={wayForwardWith(view.read.ticket)} ticketCode={code} />
          {mayPay(view.read.ticket) && <ShareTicket code={view.read.ticket.code} />}
        </>
      )}
      <Button look="quiet" onClick={() => go('ticket.read')}>
        Voltar
      </Button>
    </Page>
  )
}

function offersWays(view: TicketView): boolean {
  if (view.state === 'failed') return !ticketStatuses.includes(view.failure.status)
  return view.state === 'ready' && owes(view.read.ticket)
}

const ticketStatuses: readonly number[] = [404, 410, 422]

function NextStep({ ticket, stale, reload }: { ticket: WireTicket; stale: boolean; reload: () => void }) {
  const confirmable = useConfirmable()
  const known = useContext(MethodsContext)
  const offered = useSession()?.configs.methods ?? known.split(' ')
  const openPix = useOpenPix().find(({ ticketCode }) => ticketCode === ticket.code)
  const rows = methodsOfValue.filter(({ name }) => offered.includes(name))
  const isFirst = !stale && rows.some(({ name }) => name === offered[0])
  const direct = !stale && <Direct rows={rows} look={isFirst ? 'primary' : 'plain'} ticket={ticket.code} />
  if (!mayPay(ticket)) {
    return (
      <Button look="plain" onClick={reload}>
        Consultar de novo
      </Button>
    )
  }
  const isConfirmFirst = confirmable !== null && !isFirst && !stale && !openPix
  return (
    <Actions>
      {stale && (
        <Button look="plain" onClick={reload}>
          Atualizar valor
        </Button>
      )}
      {openPix && <BackToCode token={openPix.token} />}
      {isFirst && !openPix && direct}
      {confirmable && !stale && (
        <ConfirmButton
          confirmable={confirmable}
          ticket={ticket.code}
          look={isConfirmFirst ? 'primary' : 'plain'}
        />
      )}
      <Button
        type="button"
        look={isFirst || openPix || isConfirmFirst ? 'plain' : 'primary'}
        missing={stale ? 'O prazo deste valor terminou e ainda não foi possível atualizá-lo.' : undefined}
        onClick={() => void toPayment(ticket.code)}
      >
        IR PARA PAGAMENTO
      </Button>
      {!isFirst && !openPix && direct}
    </Actions>
  )
}

const methodsOfValue = Object.values(methods).filter(({ valueButtonText }) => valueButtonText !== null)

type DirectProps = { rows: typeof methodsOfValue; look: 'primary' | 'plain'; ticket: string }

function Direct({ rows, look, ticket }: DirectProps) {
  return rows.map(({ name, icon, valueButtonText }) => (
    <Button key={name} type="button" look={look} icon={icon} onClick={() => void toPayment(ticket, name)}>
      {valueButtonText}
    </Button>
  ))
}

function toPayment(ticket: string, method?: Method): Promise<void> {
  return askGuest({ ticket, method }, () => go('ticket.account', { query: { ticket, method } }))
}

type FailedProps = {
  code: string | undefined
  view: Extract<TicketView, { state: 'failed' }>
  reload: () => void
}

function Failed({ code, view: { failure, kept }, reload }: FailedProps) {
  if (ticketStatuses.includes(failure.status)) {
    return (
      <>
        <Situation tone="warn" title={failure.message} takesFocus />
        <UnlessPaid code={code}>
          <WaysForward way={wayForwardAfter(failure.code)} ticketCode={code} />
        </UnlessPaid>
        <Actions>
          <Button type="button" onClick={() => go('ticket.read')}>
            Buscar outro ticket
          </Button>
        </Actions>
      </>
    )
  }
  return (
    <LookUpFailed
      title={`Não foi possível ${kept ? 'atualizar' : 'carregar'} o ticket`}
      failure={failure}
      code={code}
      reload={reload}
    >
      {kept && (
        <p>{`O que você vê foi consultado ${whenText(kept.server_now, kept.time_zone)} e pode ter mudado.`}</p>
      )}
    </LookUpFailed>
  )
}

function ShareTicket({ code }: { code: string }) {
  const url = `${location.origin}/${hrefTo('ticket.read', { query: { ticket: code } })}`
  return (
    <ShareButton content={{ title: 'Compartilhar ticket', text: `Pague o ticket ${code} por aqui:`, url }}>
      Compartilhar ticket
    </ShareButton>
  )
}
