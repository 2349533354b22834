import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { type BackOfficeTransaction, decideTransaction, resendTransactionReceipt } from '../../backoffice.ts'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { paymentStates, type RefundDecision } from '#payment/stateTexts.ts'
import { decisionTexts } from './decisionTexts.ts'
import { RefundDialog } from './RefundDialog.tsx'

type Decision = 'ask' | 'captured' | 'not_captured' | RefundDecision

export function transactionActions(
  entity: BackOfficeTransaction,
  reload: () => void,
): readonly RecordAction[] {
  const { can } = entity
  const texts = decisionTexts(entity)
  const refund: RecordAction = {
    text: 'Devolver',
    isPrimary: true,
    dialog: (close) => <RefundDialog entity={entity} onClose={close} onChanged={reload} />,
  }
  return [
    ...decisionsFor(entity).map((decision): RecordAction => ({
      text: texts[decision].title,
      isPrimary: decision === 'ask',
      dialog: (close) => (
        <ReasonDialog
          {...texts[decision]}
          run={(reason) => decide(entity, decision, reason)}
          onChanged={reload}
          onClose={close}
        >
          {texts[decision].texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ReasonDialog>
      ),
    })),
    ...(can.refund ? [refund] : []),
    ...(can.receipt ? [{ text: 'Enviar recibo de novo', run: () => sendReceipt(entity, reload) }] : []),
    { text: 'Atualizar', run: reload },
  ]
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
