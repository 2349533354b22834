import { Live } from '#kit/web/notice/Live.tsx'
import { useCallback } from 'react'
import { listSavedCards, type WireSavedCard } from '#card/contract.ts'
import { removeCard } from '#card/web/removeCard.ts'
import { SavedCard } from '#card/web/SavedCard.tsx'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Items } from '#kit/web/list/List.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { terms, termsOf } from '#payment/method/captureTerms.ts'
import { methodRow, methods } from '#payment/method/method.ts'
import { BackToCode } from '#payment/web/known/BackToCode.tsx'
import { UnlessPaid } from '#payment/web/known/KnownPayment.tsx'
import { useSession } from '#session/web/session.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import css from '../Ticket.module.css'
import type { Bill } from './useOpenBill.ts'
import type { useTypeChoice } from './useTypeChoice.ts'

type Props = {
  bill: Bill
  question: string
  choose: ReturnType<typeof useTypeChoice>
  saved: ReturnType<typeof useSavedCards>
}

export function PaymentTypes({ bill, question, choose, saved: { view, reload } }: Props) {
  const offered = useOffered(bill)
  const saved = view.state === 'ready' ? view.value : []
  const cards = saved.filter((card) => offered.some(({ wire }) => wire === card.payment_type))
  const remove = (card: WireSavedCard) => void removeCard(card).then((gone) => gone && reload())
  if (view.state === 'loading') return <Skeleton lines={5} label="Buscando seus cartões..." />
  if (offered.length === 0) return <NothingOffered bill={bill} />
  return (
    <>
      {bill.payment?.pix && <BackToCode token={bill.payment.ws_token} />}
      <p>{question}</p>
      {cards.length > 0 && (
        <Items label="Cartões salvos" busy={view.state === 'ready' && view.refreshing}>
          {cards.map((card) => (
            <SavedCard
              key={card.ws_token}
              card={card}
              onChoose={() => void choose(bill, { type: methodRow(card.payment_type).wire, saved: card })}
              onRemove={() => remove(card)}
            />
          ))}
        </Items>
      )}
      {view.state === 'failed' && (
        <Live className={css.soft}>
          Não foi possível buscar seus cartões salvos. Você pode pagar digitando o cartão.
        </Live>
      )}
      <div className={css.choices}>
        {offered.map(({ wire, buttonText, newButtonText, icon }, at) => (
          <Button
            key={wire}
            type="button"
            look={at > 0 || cards.length > 0 || bill.payment?.pix ? 'plain' : 'primary'}
            icon={icon}
            onClick={() => void choose(bill, { type: wire, saved: null })}
          >
            {cards.length > 0 ? newButtonText : buttonText}
          </Button>
        ))}
      </div>
      <HumanLine />
    </>
  )
}

function NothingOffered({ bill: { ticket, payment } }: { bill: Bill }) {
  const code = ticket?.code ?? payment?.ticket_code
  return (
    <>
      <Situation tone="warn" title="Não é possível pagar por aqui agora." />
      <UnlessPaid code={code}>
        <WaysForward way="otherPlace" ticketCode={code} />
      </UnlessPaid>
    </>
  )
}

/**
 * All taken methods while the session loads, and for a space sold before its method was closed
 * (docs/spec.md#r40).
 */
function useOffered({ payment }: Bill) {
  const offered = useSession()?.configs.methods
  const taken = payment === null ? terms.capture : termsOf(payment)
  if (taken.take === 'hold') return taken.methods.map((name) => methods[name])
  const names = offered?.flatMap((known) => taken.methods.filter((name) => name === known)) ?? taken.methods
  return names.map((name) => methods[name])
}

export function useSavedCards() {
  const userId = useSession()?.user?.id
  return useLoad(
    useCallback(
      async (signal: AbortSignal): Promise<readonly WireSavedCard[]> => {
        // Until the session is known nothing is, so that cards do not push the buttons down.
        const isGuest = userId === undefined && !(await waitForSessionOrNull())?.user
        return isGuest ? [] : (await call(listSavedCards, { query: {}, signal })).data
      },
      [userId],
    ),
  )
}
