import { LookUpFailed } from './LookUpFailed.tsx'
import { useContext, useLayoutEffect } from 'react'
import { useCheckoutTicket } from '#account/web/CheckoutTicket.tsx'
import { PayMethodsContext } from '#checkout/web/wayForward/settingsContexts.ts'
import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { Button } from '#kit/web/Button.tsx'
import { InfoNote } from '#kit/web/notice/InfoNote.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { go, hrefTo } from '#kit/web/route/routes.ts'
import { whenText } from '#kit/web/time/instantTexts.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { methods, type Method } from '#payment/method/method.ts'
import { BackToPixCode } from '#payment/web/local/BackToPixCode.tsx'
import {
  ReceiptTicketCard,
  LocalPaymentNotice,
  LocalPaymentGuard,
} from '#payment/web/local/LocalPaymentNotice.tsx'
import { useOpenPix } from '#payment/web/local/storedPix.ts'
import { useLocalPayment } from '#payment/web/local/useLocalPayment.ts'
import { useSession } from '#session/web/session.ts'
import type { WireTicket } from '../contract.ts'
import { Breakdown, TicketSituation } from './TicketSituation.tsx'
import { wayForwardAfterFailure, wayForwardForTicket } from '../failures.ts'
import { showAppScreen } from './early/earlyLookUp.ts'
import { canPayTicket, isTicketDue } from './fetchTicket.ts'
import { runIfGuest, PayWithSavedDataButton, useSavedGuest } from './value/PayWithSavedDataButton.tsx'
import { useTicketValue, type TicketView } from './value/useTicketValue.ts'
import { ValueCard } from './ValueCard.tsx'
import { ShareButton } from '#kit/web/native/ShareButton.tsx'

/** docs/spec.md#value */
export default function TicketValuePage() {
  const { code } = useCheckoutTicket()
  const { view, reload } = useTicketValue(code)
  const isRead = view.state !== 'loading'
  useLayoutEffect(() => {
    if (isRead) showAppScreen()
  }, [isRead])
  const read = view.state === 'ready' ? view.read.ticket : null
  const known = useLocalPayment({ code, answeredAt: read?.server_now ?? null })
  const paid = known.display !== 'answer' && mayStillOwe(view) ? known : null
  return (
    <Page
      title="Verifique o valor"
      steps={<Steps />}
      aside={
        paid?.display === 'received' ? (
          <ReceiptTicketCard receipt={paid.receipt} />
        ) : (
          code !== undefined && <ValueCard code={code} view={view} />
        )
      }
    >
      {view.state === 'loading' && <Skeleton lines={5} label="" />}
      {paid && <LocalPaymentNotice known={paid} />}
      {view.state === 'failed' && !paid && <TicketFailed code={code} view={view} reload={reload} />}
      {view.state === 'failed' && paid && (
        <Button variant="plain" onClick={reload}>
          Tentar novamente
        </Button>
      )}
      {view.state === 'ready' && read && !paid && (
        <>
          <InfoNote>{view.notice || null}</InfoNote>
          <TicketSituation ticket={read} />
          <Breakdown key={read.state} ticket={read} open={read.state === 'overdue'} />
          <NextStep ticket={read} stale={view.stale} reload={reload} />
          <WayForwardCallout way={wayForwardForTicket(read)} ticketCode={code} />
          {canPayTicket(read) && <ShareTicket code={read.code} />}
        </>
      )}
      <Button variant="quiet" onClick={() => go('ticket.read')}>
        Voltar
      </Button>
    </Page>
  )
}

function mayStillOwe(view: TicketView): boolean {
  if (view.state === 'failed') return !ticketRefusalStatuses.includes(view.failure.status)
  return view.state === 'ready' && isTicketDue(view.read.ticket)
}

const ticketRefusalStatuses: readonly number[] = [404, 410, 422]

function NextStep({ ticket, stale, reload }: { ticket: WireTicket; stale: boolean; reload: () => void }) {
  const guest = useSavedGuest()
  const pageMethods = useContext(PayMethodsContext)
  const offered = useSession()?.configs.methods ?? pageMethods.split(' ')
  const openPix = useOpenPix().find(({ ticketCode }) => ticketCode === ticket.code)
  const rows = directMethods.filter(({ name }) => offered.includes(name))
  const isFirst = !stale && rows.some(({ name }) => name === offered[0])
  const direct = !stale && (
    <MethodButtons rows={rows} variant={isFirst ? 'primary' : 'plain'} ticket={ticket.code} />
  )
  if (!canPayTicket(ticket)) {
    return (
      <Button variant="plain" onClick={reload}>
        Consultar de novo
      </Button>
    )
  }
  const isSavedDataFirst = guest !== null && !isFirst && !stale && !openPix
  return (
    <Actions>
      {stale && (
        <Button variant="plain" onClick={reload}>
          Atualizar valor
        </Button>
      )}
      {openPix && <BackToPixCode token={openPix.token} />}
      {isFirst && !openPix && direct}
      {guest && !stale && (
        <PayWithSavedDataButton
          guest={guest}
          ticket={ticket.code}
          variant={isSavedDataFirst ? 'primary' : 'plain'}
        />
      )}
      <Button
        type="button"
        variant={isFirst || openPix || isSavedDataFirst ? 'plain' : 'primary'}
        disabledReason={stale ? staleText : undefined}
        onClick={() => void goToPayment(ticket.code)}
      >
        IR PARA PAGAMENTO
      </Button>
      {!isFirst && !openPix && direct}
    </Actions>
  )
}

const staleText = 'O prazo deste valor terminou e ainda não foi possível atualizá-lo.'

const directMethods = Object.values(methods).filter(({ valueButtonText }) => valueButtonText !== null)

type MethodButtonsProps = { rows: typeof directMethods; variant: 'primary' | 'plain'; ticket: string }

function MethodButtons({ rows, variant, ticket }: MethodButtonsProps) {
  return rows.map(({ name, icon, valueButtonText }) => (
    <Button
      key={name}
      type="button"
      variant={variant}
      icon={icon}
      onClick={() => void goToPayment(ticket, name)}
    >
      {valueButtonText}
    </Button>
  ))
}

function goToPayment(ticket: string, method?: Method): Promise<void> {
  return runIfGuest({ ticket, method }, () => go('ticket.account', { query: { ticket, method } }))
}

type TicketFailedProps = {
  code: string | undefined
  view: Extract<TicketView, { state: 'failed' }>
  reload: () => void
}

function TicketFailed({ code, view: { failure, cached }, reload }: TicketFailedProps) {
  if (ticketRefusalStatuses.includes(failure.status))
    return (
      <>
        <Callout tone="warn" title={failure.message} takesFocus />
        <LocalPaymentGuard code={code}>
          <WayForwardCallout way={wayForwardAfterFailure(failure.code)} ticketCode={code} />
        </LocalPaymentGuard>
        <Actions>
          <Button type="button" onClick={() => go('ticket.read')}>
            Buscar outro ticket
          </Button>
        </Actions>
      </>
    )
  return (
    <LookUpFailed
      title={`Não foi possível ${cached ? 'atualizar' : 'carregar'} o ticket`}
      failure={failure}
      code={code}
      reload={reload}
    >
      {cached && (
        <p>{`O que você vê foi consultado ${whenText(cached.server_now, cached.time_zone)} e pode ter mudado.`}</p>
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
