import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog, DialogActions } from '#kit/web/dialog/Dialog.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextAreaField } from '#kit/web/form/TextAreaField.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { answerContest, type WireBackOfficeContest } from '../../backoffice.ts'

type Decision = 'accepted' | 'declined'
type Values = { decision: Decision; value: string; extra_paid: string; answer: string }

const texts = {
  accepted: { title: 'Aceitar a reclamação?', yes: 'ACEITAR', said: 'Reclamação aceita.' },
  declined: { title: 'Recusar a reclamação?', yes: 'RECUSAR', said: 'Reclamação recusada.' },
} as const satisfies Readonly<Record<Decision, object>>

type Props = {
  contest: WireBackOfficeContest
  decision: Decision
  onChanged: () => void
  onClose: () => void
}

export function AnswerDialog({ contest, decision, onChanged, onClose }: Props) {
  const isAccepting = decision === 'accepted'
  const form = useForm<Values>({
    schema: answerContest.body,
    defaultValues: {
      decision,
      value: isAccepting ? contest.kept.valueHuman.replaceAll('.', '') : '',
      extra_paid: '',
      answer: '',
    },
  })
  const submit = useOneAtATime(async ({ value, extra_paid, answer }: Values) => {
    const body = isAccepting
      ? { decision: 'accepted' as const, value, extra_paid, answer }
      : { decision: 'declined' as const, answer }
    await whileLoading(call(answerContest, { params: { id: String(contest.id) }, body }))
    onClose()
    onChanged()
    notify(texts[decision].said, 'success')
  })
  return (
    <Dialog title={texts[decision].title} onClose={onClose}>
      <Form form={form} onSubmit={submit} onRefused={onChanged}>
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
        <DialogActions>
          <Button look={isAccepting ? 'primary' : 'danger'} type="submit">
            {texts[decision].yes}
          </Button>
          <Button look="plain" onClick={onClose}>
            Voltar
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function Amounts({ contest }: Pick<Props, 'contest'>) {
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
