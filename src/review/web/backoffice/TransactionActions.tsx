import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { type BackOfficeTransaction, decideTransaction, resendTransactionReceipt } from '../../backoffice.ts'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { paymentStates, type RefundDecision } from '#payment/states.ts'
import { decisionTexts } from './decisionTexts.ts'
import { RefundDialog } from './RefundDialog.tsx'

type Props = { entity: BackOfficeTransaction; reload: () => void }
type Decision = 'ask' | 'captured' | 'not_captured' | RefundDecision

export function TransactionActions({ entity, reload }: Props) {
  const [asking, ask] = useState<Decision | 'refund' | null>(null)
  const { can } = entity
  const dialog = { onClose: () => ask(null), onChanged: reload }
  return (
    <div className={css.buttons}>
      {can.ask && (
        <Button look="primary" type="button" onClick={() => ask('ask')}>
          Perguntar à adquirente
        </Button>
      )}
      {decisionsFor(entity).map((decision) => (
        <Button key={decision} look="plain" onClick={() => ask(decision)}>
          {decisionTexts(entity)[decision].title}
        </Button>
      ))}
      {can.receipt && (
        <Button look="plain" icon="mail" onClick={() => void sendReceipt(entity, reload)}>
          Enviar recibo de novo
        </Button>
      )}
      <Button look="quiet" onClick={reload}>
        Atualizar
      </Button>
      {can.refund && (
        <div className={css.apart}>
          <Button look="danger" type="button" onClick={() => ask('refund')}>
            Devolver pagamento
          </Button>
        </div>
      )}
      {asking === 'refund' && <RefundDialog {...dialog} entity={entity} />}
      {asking !== null && asking !== 'refund' && (
        <ReasonDialog
          {...dialog}
          {...decisionTexts(entity)[asking]}
          run={(reason) => decide(entity, asking, reason)}
        >
          {decisionTexts(entity)[asking].texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ReasonDialog>
      )}
    </div>
  )
}

function decisionsFor({ can }: BackOfficeTransaction): Decision[] {
  return [
    ...(can.decide ? (['captured', 'not_captured'] as const) : []),
    ...(can.decide_refund ? (['arrived', 'not_arrived'] as const) : []),
  ]
}

function sendReceipt({ id, payer }: BackOfficeTransaction, reload: () => void): Promise<unknown> {
  const question = {
    title: 'Enviar o recibo de novo?',
    text: `Vai para ${payer?.email ?? 'o e-mail de quem pagou'}.`,
    yes: 'Enviar',
  }
  const send = () => call(resendTransactionReceipt, { params: { id } })
  return confirmAndRun(question, send, { done: 'Recibo a caminho.', onChanged: reload })
}

async function decide({ id, state }: BackOfficeTransaction, decision: Decision, reason: string) {
  const { data } = await call(decideTransaction, { params: { id }, body: { decision, reason } })
  if (data.state === state) notify('A adquirente ainda não tem a resposta.', 'info')
  else notify(`Situação agora: ${paymentStates[data.state].staff.text}.`, 'success', 3_000)
}
