import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextAreaField } from '#kit/web/form/TextAreaField.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { serializeTarget } from '#kit/web/route/routes.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { writeDraft } from '#kit/web/state/draft.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { methodRow } from '#payment/method/method.ts'
import { reopenContest, type WireContest, withdrawContest } from '../contract.ts'
import type { ContestState } from '../states.ts'

type Props = { contest: WireContest; payment: WireTransaction; reload: () => void }

const dayText = createDateFormat('pt-BR', { day: '2-digit', month: '2-digit' })

function statusOf({ contest, payment }: Omit<Props, 'reload'>) {
  const { refundTo } = methodRow(payment.payment_type)
  const until = dayText(new Date(contest.answer_by), payment.time_zone)
  const refunded = contest.refunded?.valueHuman ?? ''
  const texts = {
    open: { tone: 'sign', title: `Recebemos. Respondemos até\u00a0${until}.` },
    accepted: { tone: 'go', title: `Aceita: R$\u00a0${refunded} voltam ${refundTo}.` },
    declined: { tone: 'warn', title: 'Não aceitamos a reclamação' },
    done: { tone: 'go', title: 'Encerrada' },
    withdrawn: { tone: 'sign', title: 'Retirada' },
  } as const satisfies Readonly<Record<ContestState, object>>
  return texts[contest.state]
}

export function ContestStatus({ contest, payment, reload }: Props) {
  const { state, answer, refunded, protocol } = contest
  const { refundTo } = methodRow(payment.payment_type)
  const backTo = serializeTarget('payment.contest', { params: { token: payment.ws_token } })
  return (
    <>
      <Callout {...statusOf({ contest, payment })} takesFocus>
        {answer !== null && <p>{answer}</p>}
        {state === 'done' && refunded !== null && (
          <p>{`Devolvido ${refundTo}: R$\u00a0${refunded.valueHuman}.`}</p>
        )}
        {state === 'open' && <p>{answerText(payment)}</p>}
        {state === 'withdrawn' && <p>Você retirou a reclamação.</p>}
        <p>
          Protocolo{' '}
          <span className="figure spaced" translate="no">
            {protocol}
          </span>
        </p>
      </Callout>
      <RouteLink to="payment.done" params={{ token: payment.ws_token }} variant="plain" icon="receipt">
        Ver o pagamento
      </RouteLink>
      {state === 'open' && <Withdraw payment={payment} reload={reload} />}
      {state === 'declined' && (
        <Panel title="Não concorda?">
          {contest.can_reopen && <Reopen payment={payment} reload={reload} />}
          <RouteLink to="contact" query={{ ticket: payment.ticket_code, backTo }} variant="plain" icon="chat">
            Fale conosco
          </RouteLink>
          <p>Você também pode procurar o Procon da sua cidade. Leve o protocolo.</p>
        </Panel>
      )}
    </>
  )
}

function answerText({ receipt_to }: WireTransaction): string {
  return receipt_to
    ? `A resposta vai para ${receipt_to} e aparece nesta página.`
    : 'A resposta aparece nesta página: volte a ela quando quiser.'
}

type ChangeProps = Pick<Props, 'payment' | 'reload'>

function Withdraw({ payment, reload }: ChangeProps) {
  const withdraw = useOneAtATime(async () => {
    if (!(await confirm('Retirar a reclamação?', { yes: 'Retirar', danger: true }))) return
    try {
      await whileLoading(call(withdrawContest, { params: { token: payment.ws_token } }))
    } catch (failure) {
      notifyFailure(failure)
    }
    reload()
  })
  return (
    <Button variant="danger" onClick={() => void withdraw()}>
      Retirar a reclamação
    </Button>
  )
}

function Reopen({ payment, reload }: ChangeProps) {
  const draft = `reopen.${payment.ws_token}`
  const form = useForm<{ text: string }>({ schema: reopenContest.body, defaultValues: { text: '' }, draft })
  const send = useOneAtATime(async (body: { text: string }) => {
    await whileLoading(call(reopenContest, { params: { token: payment.ws_token }, body }))
    writeDraft(draft, {})
    reload()
  })
  return (
    <Form form={form} onSubmit={send} onFailure={reload}>
      <TextAreaField
        name="text"
        label="Por que não concorda?"
        hint="Você pode reabrir uma vez, em até 7 dias da resposta."
        required
        maxLength={1000}
      />
      <Button variant="plain" type="submit">
        Reabrir
      </Button>
    </Form>
  )
}
