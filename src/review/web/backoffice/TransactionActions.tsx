import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { type BackOfficeTransaction, decideTransaction, resendTransactionReceipt } from '../../backoffice.ts'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonButton } from '#staff/web/backoffice/ReasonDialog.tsx'
import { paymentStates, type RefundDecision } from '#payment/stateTexts.ts'
import { decisionTexts } from './decisionTexts.ts'
import { RefundDialog } from './RefundDialog.tsx'

type Props = { entity: BackOfficeTransaction; reload: () => void }
type Decision = 'ask' | 'captured' | 'not_captured' | RefundDecision

export function TransactionActions({ entity, reload }: Props) {
  const [refunding, setRefunding] = useState(false)
  const { can } = entity
  const texts = decisionTexts(entity)
  return (
    <div className={css.buttons}>
      {decisionsFor(entity).map((decision) => (
        <ReasonButton
          {...texts[decision]}
          key={decision}
          button={texts[decision].title}
          variant={decision === 'ask' ? 'primary' : 'plain'}
          run={(reason) => decide(entity, decision, reason)}
          onChanged={reload}
        >
          {texts[decision].texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ReasonButton>
      ))}
      {can.receipt && (
        <Button variant="plain" icon="mail" onClick={() => void sendReceipt(entity, reload)}>
          Enviar recibo de novo
        </Button>
      )}
      <Button variant="quiet" onClick={reload}>
        Atualizar
      </Button>
      {can.refund && (
        <div className={css.apart}>
          <Button variant="danger" type="button" onClick={() => setRefunding(true)}>
            Devolver pagamento
          </Button>
        </div>
      )}
      {refunding && <RefundDialog entity={entity} onClose={() => setRefunding(false)} onChanged={reload} />}
    </div>
  )
}

function decisionsFor({ can }: BackOfficeTransaction): Decision[] {
  return [
    ...(can.ask ? (['ask'] as const) : []),
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
