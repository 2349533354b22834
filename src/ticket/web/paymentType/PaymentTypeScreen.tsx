import { LookUpFailed } from '../LookUpFailed.tsx'
import { useEffect, useRef, useState } from 'react'
import { useCheckoutTicket } from '#account/web/CheckoutTicket.tsx'
import { Button } from '#kit/web/Button.tsx'
import { InfoNote } from '#kit/web/notice/InfoNote.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { captureTermsOf } from '#payment/method/captureTerms.ts'
import { methodNames, methods, type Method } from '#payment/method/method.ts'
import { cancelPayment } from '#payment/web/cancelPayment.ts'
import { ReceiptTicketCard, LocalPaymentNotice } from '#payment/web/local/LocalPaymentNotice.tsx'
import { useLocalPayment } from '#payment/web/local/useLocalPayment.ts'
import { PaymentTicket } from '#payment/web/PaymentTicket.tsx'
import type { SubjectOf } from '#payment/web/subjectDisplay.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import { howToPayText } from '../ticketSubject.ts'
import { PaymentTypes, useSavedCards } from './PaymentTypes.tsx'
import { useOpenBill, type Bill } from './useOpenBill.ts'
import { useChoosePaymentType } from './useChoosePaymentType.ts'
import { usePartnerNews } from './usePartnerNews.ts'

/** docs/spec.md#payment-type */
export function PaymentTypeScreen({ subjectOf }: { subjectOf: SubjectOf }) {
  const { code, aside } = useCheckoutTicket()
  const { ptoken, method } = useRoute().query
  const named = methodNames.find((name) => name === method)
  const { view, reload, setTicket } = useOpenBill(code, { ptoken, chosen: named }, subjectOf)
  const choose = useChoosePaymentType(setTicket)
  const saved = useSavedCards()
  const chosen = useMethodFromUrl(named, view, choose)
  const bill = view.state === 'ready' ? view.bill : null
  const news = usePartnerNews(bill?.ticket ?? null, setTicket)
  const payment = bill?.payment ?? null
  const subject = payment && subjectOf(payment)
  const isHeldFirst = payment !== null && captureTermsOf(payment).captureMode === 'hold'
  const known = useLocalPayment({ code, answeredAt: (bill?.ticket ?? bill?.payment)?.server_now ?? null })
  if (known.display !== 'answer' && view.state !== 'loading')
    return <KnownPaymentScreen code={code} known={known} />
  return (
    <Page
      title="Forma de pagamento"
      steps={<Steps />}
      aside={isHeldFirst && subject ? <PaymentTicket payment={payment} card={subject.card} /> : aside}
    >
      {(view.state === 'loading' || chosen) && <Skeleton lines={5} label="Buscando dados, aguarde..." />}
      {view.state === 'failed' && (
        <LookUpFailed
          title="Erro ao carregar informações do ticket. Tente novamente."
          failure={view.failure}
          code={code}
          reload={reload}
        />
      )}
      {view.state === 'ready' && !chosen && (
        <>
          {news === '' && <PriceChangedNotice bill={view.bill} />}
          <InfoNote>{news || null}</InfoNote>
          {subject?.renderPriceDetails(reload)}
          <PaymentTypes
            bill={view.bill}
            question={subject?.question ?? howToPayText}
            choose={choose}
            saved={saved}
          />
        </>
      )}
      <LeaveButton code={code} payment={payment} subject={subject} reload={reload} />
    </Page>
  )
}

type LeaveButtonProps = {
  code: string | undefined
  payment: Bill['payment']
  subject: ReturnType<SubjectOf> | null
  reload: () => void
}

function LeaveButton({ code, payment, subject, reload }: LeaveButtonProps) {
  return payment && subject ? (
    <Button
      variant="danger"
      onClick={() => void cancelPayment(payment, subject).then((fresh) => fresh && reload())}
    >
      Cancelar
    </Button>
  ) : (
    <Button variant="quiet" onClick={() => void leavePayment(code)}>
      Voltar
    </Button>
  )
}

type KnownPaymentScreenProps = Parameters<typeof LocalPaymentNotice>[0] & { code: string | undefined }

/** docs/spec.md#r27 */
function KnownPaymentScreen({ code, known }: KnownPaymentScreenProps) {
  const { aside } = useCheckoutTicket()
  return (
    <Page
      title="Forma de pagamento"
      steps={<Steps at="payment" />}
      aside={known.display === 'received' ? <ReceiptTicketCard receipt={known.receipt} /> : aside}
    >
      <LocalPaymentNotice known={known} />
      <Button variant="quiet" onClick={() => go('ticket.value', { query: { ticket: code } })}>
        Voltar
      </Button>
    </Page>
  )
}

function useMethodFromUrl(
  method: Method | undefined,
  view: ReturnType<typeof useOpenBill>['view'],
  choose: ReturnType<typeof useChoosePaymentType>,
): boolean {
  const [done, setDone] = useState(false)
  const choosing = useRef(false)
  const bill = view.state === 'ready' ? view.bill : null
  useEffect(() => {
    if (method === undefined || bill === null || choosing.current) return
    choosing.current = true
    void choose(bill, { type: methods[method].wire, saved: null, isFromUrl: true }).finally(() =>
      setDone(true),
    )
  }, [method, bill, choose])
  return method !== undefined && bill !== null && !done
}

async function leavePayment(ticket: string | undefined): Promise<void> {
  if ((await waitForSessionOrNull())?.user) go('ticket.read')
  else go('ticket.privacyPolicyTerms', { query: { ticket } })
}

function PriceChangedNotice({ bill: { ticket, payment } }: { bill: Bill }) {
  if (!payment || !ticket || payment.value === ticket.value) return null
  return (
    <InfoNote>
      <span>{`O valor do ticket foi atualizado de R$ ${payment.valueHuman} para`}</span>{' '}
      <strong translate="no">{`R$ ${ticket.valueHuman}`}</strong>
      <span>. Nada foi cobrado ainda: escolha a forma de pagamento para continuar com o novo valor.</span>
    </InfoNote>
  )
}
