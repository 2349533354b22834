import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useCallback } from 'react'
import { listSavedCards, type WireSavedCard } from '#card/contract.ts'
import { removeCard } from '#card/web/removeCard.ts'
import { SavedCardItem } from '#card/web/SavedCardItem.tsx'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { ItemList } from '#kit/web/list/List.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { captureTerms, captureTermsOf } from '#payment/method/captureTerms.ts'
import { methodRow, methods } from '#payment/method/method.ts'
import { BackToPixCode } from '#payment/web/local/BackToPixCode.tsx'
import { LocalPaymentGuard } from '#payment/web/local/LocalPaymentNotice.tsx'
import { useSession } from '#session/web/session.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import type { Bill } from './useOpenBill.ts'
import type { useChoosePaymentType } from './useChoosePaymentType.ts'

type Props = {
  bill: Bill
  question: string
  choose: ReturnType<typeof useChoosePaymentType>
  saved: ReturnType<typeof useSavedCards>
}

export function PaymentTypes({ bill, question, choose, saved: { view, reload } }: Props) {
  const offered = useOfferedMethods(bill)
  const saved = view.state === 'ready' ? view.value : []
  const cards = saved.filter((card) => offered.some(({ wire }) => wire === card.payment_type))
  const remove = (card: WireSavedCard) => void removeCard(card).then((removed) => removed && reload())
  if (view.state === 'loading') return <Skeleton lines={5} label="Buscando seus cartões..." />
  if (offered.length === 0) return <NoMethodOffered bill={bill} />
  return (
    <>
      {bill.payment?.pix && <BackToPixCode token={bill.payment.ws_token} />}
      <p>{question}</p>
      {cards.length > 0 && (
        <ItemList label="Cartões salvos" busy={view.state === 'ready' && view.refreshing}>
          {cards.map((card) => (
            <SavedCardItem
              key={card.ws_token}
              card={card}
              onChoose={() => void choose(bill, { type: methodRow(card.payment_type).wire, saved: card })}
              onRemove={() => remove(card)}
            />
          ))}
        </ItemList>
      )}
      {view.state === 'failed' && (
        <LiveRegion className="soft">
          Não foi possível buscar seus cartões salvos. Você pode pagar digitando o cartão.
        </LiveRegion>
      )}
      <div className="group">
        <HumanCheckStatus />
        {offered.map(({ wire, buttonText, newButtonText, icon }, at) => (
          <Button
            key={wire}
            type="button"
            variant={at > 0 || cards.length > 0 || bill.payment?.pix ? 'plain' : 'primary'}
            icon={icon}
            onClick={() => void choose(bill, { type: wire, saved: null })}
          >
            {cards.length > 0 ? newButtonText : buttonText}
          </Button>
        ))}
      </div>
    </>
  )
}

function NoMethodOffered({ bill: { ticket, payment } }: { bill: Bill }) {
  const code = ticket?.code ?? payment?.ticket_code
  return (
    <>
      <Callout tone="warn" title="Não é possível pagar por aqui agora." />
      <LocalPaymentGuard code={code}>
        <WayForwardCallout way="otherPlace" ticketCode={code} />
      </LocalPaymentGuard>
    </>
  )
}

/** All methods while the session loads, and for a space sold before its method was closed (docs/spec.md#r40). */
function useOfferedMethods({ payment }: Bill) {
  const offered = useSession()?.configs.methods
  const taken = payment === null ? captureTerms.capture : captureTermsOf(payment)
  if (taken.captureMode === 'hold') return taken.methods.map((name) => methods[name])
  const names = offered?.flatMap((known) => taken.methods.filter((name) => name === known)) ?? taken.methods
  return names.map((name) => methods[name])
}

export function useSavedCards() {
  const userId = useSession()?.user?.id
  return useLoad(
    useCallback(
      async (signal: AbortSignal): Promise<readonly WireSavedCard[]> => {
        // No card shows until the session is known, so that cards do not push the buttons down.
        const isGuest = userId === undefined && !(await waitForSessionOrNull())?.user
        return isGuest ? [] : (await call(listSavedCards, { query: {}, signal })).data
      },
      [userId],
    ),
  )
}
