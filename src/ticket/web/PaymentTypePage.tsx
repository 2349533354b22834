import { useFlowTicket } from '#account/web/FlowTicket.tsx'
import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#kit/web/call/HumanLine.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { cancelPayment } from '#payment/web/cancelPayment.ts'
import { Situation } from '#payment/web/Situation.tsx'
import css from './Ticket.module.css'
import { useOpenBill } from './useOpenBill.ts'
import type { Bill } from './useOpenBill.ts'
import { useTypeChoice } from './useTypeChoice.ts'

/** Credit or debit (spec.md screen 19, for a guest). Choosing opens the transaction, or changes its type. */
export default function PaymentTypePage() {
  const { code, aside } = useFlowTicket()
  const { view, reload, setTicket } = useOpenBill(code, useRoute().query['ptoken'])
  const choose = useTypeChoice(setTicket)
  const payment = view.state === 'ready' ? view.bill.payment : null
  return (
    <Page title="Forma de pagamento" step="payment" aside={aside}>
      {view.state === 'loading' && <Skeleton lines={5} label="Buscando dados, aguarde..." />}
      {view.state === 'failed' && <Failed why={view.why} reload={reload} />}
      {view.state === 'ready' && (
        <>
          <NewPrice bill={view.bill} />
          <Types bill={view.bill} choose={choose} />
        </>
      )}
      {payment ? (
        <Button
          look="danger"
          onClick={() => void cancelPayment(payment.ws_token).then((fresh) => fresh && reload())}
        >
          Cancelar
        </Button>
      ) : (
        <Button look="quiet" onClick={() => go('ticket.privacyPolicyTerms', { query: { ticket: code } })}>
          Voltar
        </Button>
      )}
    </Page>
  )
}

type TypesProps = { bill: Bill; choose: ReturnType<typeof useTypeChoice> }

function Types({ bill, choose }: TypesProps) {
  const debit = bill.payment === null || bill.payment.destination === 1
  return (
    <>
      <p>Como você quer pagar? O valor é cobrado de uma só vez.</p>
      <div className={css.choices}>
        <Button type="button" icon="card" onClick={() => choose(bill, 1)}>
          CARTÃO DE CRÉDITO
        </Button>
        {debit && (
          <Button look="plain" icon="card" onClick={() => choose(bill, 2)}>
            CARTÃO DE DÉBITO
          </Button>
        )}
      </div>
      <HumanLine />
    </>
  )
}

/** A transaction was opened at another price: choosing again accepts the new one. */
function NewPrice({ bill: { ticket, payment } }: { bill: Bill }) {
  if (!payment || payment.value === ticket.value) return null
  return (
    <p className={css.news} role="status">
      <Icon name="info" size={22} />
      <span>
        O valor do ticket foi atualizado de R$ {payment.valueHuman} para{' '}
        <strong>R$ {ticket.valueHuman}</strong>. Nada foi cobrado ainda: escolha a forma de pagamento para
        continuar com o novo valor.
      </span>
    </p>
  )
}

function Failed({ why, reload }: { why: string; reload: () => void }) {
  return (
    <>
      <Situation tone="warn" title="Não foi possível buscar o ticket">
        <p>{why}</p>
      </Situation>
      <Actions>
        <Button type="button" onClick={reload}>
          Tentar novamente
        </Button>
      </Actions>
    </>
  )
}
