import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { formatReais, parseReais } from '#kit/money.ts'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextAreaField } from '#kit/web/form/TextAreaField.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { openDisputeText } from '#payment/cases.ts'
import { paymentFacts } from '#review/web/paymentFacts.tsx'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import {
  useReloadOnClose,
  useWarningBeforeSubmit,
  SubmitActions,
} from '#staff/web/backoffice/ReasonDialog.tsx'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { answerContest, openBackOfficeContest, type WireBackOfficeContest } from '../../backoffice.ts'
import { contestReasons, contestStates, daysLeftText } from '../../states.ts'
import { Evidence } from './Evidence.tsx'

export default function ContestPage() {
  return (
    <DetailPage
      kind="Reclamação"
      endpoint={openBackOfficeContest}
      id={useRoute().params['id'] ?? ''}
      failed="Não foi possível carregar a reclamação"
      heading={({ ticket, state, kept }) => ({
        title: formatTicketCode(ticket),
        status: contestStates[state],
        amount: formatReais(kept.value),
      })}
      actions={contestActions}
    >
      {(contest) => (
        <>
          <Summary contest={contest} />
          <Messages contest={contest} />
          <Evidence contest={contest} />
          <Timeline history={contest.history} timeZone={contest.time_zone} />
        </>
      )}
    </DetailPage>
  )
}

type Props = { contest: WireBackOfficeContest }

function Summary({ contest }: Props) {
  const { answered_at: answered, refunded, extra_paid: extra, rule } = contest
  const at = (iso: string) => dateTimeText(iso, contest.time_zone)
  const left = contest.days_left === null ? '' : `, ${daysLeftText(contest)}`
  return (
    <Panel title={contestReasons[contest.reason].text}>
      <Facts
        facts={[
          { label: 'Retido agora', value: <strong>{formatReais(contest.kept.value)}</strong> },
          { label: 'Aberta', value: at(contest.opened_at) },
          { label: 'Responder até', value: `${at(contest.answer_by)}${left}` },
          answered !== null && { label: 'Respondida', value: at(answered) },
          refunded !== null && { label: 'Devolvido', value: `R$ ${refunded.valueHuman}` },
          extra !== null && { label: 'Pago à parte', value: `R$ ${extra.valueHuman}` },
          rule !== null && { label: 'Decidida pela regra', value: rule },
          ...paymentFacts(contest),
        ]}
      />
    </Panel>
  )
}

function Messages({ contest: { text, reopened_text: again, answer } }: Props) {
  const messages = [
    { title: 'O cliente escreveu', words: text },
    { title: 'Ao reabrir', words: again },
    { title: 'Resposta', words: answer },
  ].filter(({ words }) => words !== null)
  if (messages.length === 0) return null
  return (
    <Panel title="O que foi dito">
      {messages.map(({ title, words }) => (
        <div key={title}>
          <strong>{title}</strong>
          <p className={css.reason}>{words}</p>
        </div>
      ))}
    </Panel>
  )
}

function contestActions(contest: WireBackOfficeContest, reload: () => void): readonly RecordAction[] {
  if (!contest.can_answer) return []
  return (['accepted', 'declined'] as const).map((decision) => ({
    text: decisionTexts[decision].yes,
    isPrimary: decision === 'accepted',
    dialog: (close) => (
      <AnswerDialog contest={contest} decision={decision} onChanged={reload} onClose={close} />
    ),
  }))
}

type ContestDecision = 'accepted' | 'declined'
type AnswerValues = { decision: ContestDecision; value: string; extra_paid: string; answer: string }

const decisionTexts = {
  accepted: { title: 'Aceitar a reclamação?', yes: 'Aceitar', done: 'Reclamação aceita.' },
  declined: { title: 'Recusar a reclamação?', yes: 'Recusar', done: 'Reclamação recusada.' },
} as const satisfies Readonly<Record<ContestDecision, object>>

type DialogProps = { decision: ContestDecision; onChanged: () => void; onClose: () => void }

function AnswerDialog({ contest, decision, onChanged, onClose }: Props & DialogProps) {
  const isAccepting = decision === 'accepted'
  const kept = contest.kept.valueHuman.replaceAll('.', '')
  const form = useForm<AnswerValues>({
    schema: answerContest.body,
    defaultValues: { decision, value: isAccepting ? kept : '', extra_paid: '', answer: '' },
  })
  const { refused, close } = useReloadOnClose(onClose, onChanged)
  const question = useWarningBeforeSubmit(contest.is_disputed ? openDisputeText : null)
  const submit = useOneAtATime(async (body: AnswerValues) => {
    if ((parseReais(body.value) ?? 0) > 0 && question.warns()) return
    await whileLoading(call(answerContest, { params: { id: String(contest.id) }, body }))
    onClose()
    onChanged()
    notify(decisionTexts[decision].done, 'success')
  })
  return (
    <Dialog title={decisionTexts[decision].title} onClose={close}>
      <Form form={form} onSubmit={submit} onFailure={refused}>
        {isAccepting && <Amounts contest={contest} />}
        <TextAreaField
          name="answer"
          label="Resposta ao cliente"
          hint={
            isAccepting
              ? 'O cliente lê estas palavras.'
              : 'O cliente lê estas palavras: de 20 a 1.000 letras.'
          }
          required
          maxLength={1000}
        />
        <SubmitActions
          warning={question.shown}
          yes={decisionTexts[decision].yes}
          danger={!isAccepting}
          onClose={close}
        />
      </Form>
    </Dialog>
  )
}

function Amounts({ contest }: Props) {
  return (
    <>
      <TextField
        name="value"
        label="Valor a devolver (R$)"
        hint={`Até R$ ${contest.kept.valueHuman}. Vazio: nada a devolver.`}
        inputMode="decimal"
        autoComplete="off"
        required={false}
      />
      <TextField
        name="extra_paid"
        label="Pago à parte (R$)"
        hint="Só se você já pagou mais ao cliente por outro meio: o portal não paga isto."
        inputMode="decimal"
        autoComplete="off"
        required={false}
      />
    </>
  )
}
