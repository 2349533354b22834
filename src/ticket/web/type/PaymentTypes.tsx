import { useCallback } from 'react'
import { listSavedCards } from '#card/contract.ts'
import type { WireSavedCard } from '#card/contract.ts'
import { removeCard } from '#card/web/removeCard.ts'
import { SavedCard } from '#card/web/SavedCard.tsx'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Items } from '#kit/web/list/List.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSession } from '#session/web/session.ts'
import css from '../Ticket.module.css'
import type { Bill } from './useOpenBill.ts'
import type { useTypeChoice } from './useTypeChoice.ts'

type Props = { bill: Bill; choose: ReturnType<typeof useTypeChoice> }

/** The ways to pay: saved cards of a signed-in person, another credit card, debit where it is taken. */
export function PaymentTypes({ bill, choose }: Props) {
  const { view, reload } = useSavedCards()
  const cards = view.state === 'ready' ? view.value : []
  const debit = bill.payment === null || bill.payment.destination === 1
  const remove = (card: WireSavedCard) => void removeCard(card).then((gone) => gone && reload())
  if (view.state === 'loading') return <Skeleton lines={5} label="Buscando seus cartões..." />
  return (
    <>
      <p>
        {debit
          ? 'Como você quer pagar? O valor é cobrado de uma só vez.'
          : 'Com qual cartão de crédito você quer reservar?'}
      </p>
      {cards.length > 0 && (
        <Items label="Cartões salvos" busy={view.state === 'ready' && view.refreshing}>
          {cards.map((card) => (
            <SavedCard
              key={card.ws_token}
              card={card}
              onChoose={() => choose(bill, { type: card.payment_type === 2 ? 2 : 1, saved: card })}
              onRemove={() => remove(card)}
            />
          ))}
        </Items>
      )}
      {view.state === 'failed' && (
        <p className={css.soft} role="status">
          Não foi possível buscar seus cartões salvos. Você pode pagar digitando o cartão.
        </p>
      )}
      <div className={css.choices}>
        <Button
          type="button"
          look={cards.length > 0 ? 'plain' : 'primary'}
          icon="card"
          onClick={() => choose(bill, { type: 1, saved: null })}
        >
          {cards.length > 0 ? 'NOVO CARTÃO DE CRÉDITO' : 'CARTÃO DE CRÉDITO'}
        </Button>
        {debit && (
          <Button look="plain" icon="card" onClick={() => choose(bill, { type: 2, saved: null })}>
            CARTÃO DE DÉBITO
          </Button>
        )}
      </div>
      <HumanLine />
    </>
  )
}

/** The saved cards of a signed-in person; none for a guest, who is not asked about. */
function useSavedCards() {
  const session = useSession()
  const userId = session?.user?.id ?? null
  return useLoad(
    useCallback(
      async (signal: AbortSignal): Promise<readonly WireSavedCard[]> =>
        userId === null ? [] : (await call(listSavedCards, { query: {}, signal })).data,
      [userId],
    ),
  )
}
