import { Live } from '#kit/web/notice/Live.tsx'
import { useController } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { EmailField, useFieldError } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextAreaField } from '#kit/web/form/TextAreaField.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Actions } from '#kit/web/page/Page.tsx'
import type { WireTransaction } from '#payment/contract.ts'
import { openContest } from '../contract.ts'
import { type ContestReason, contestReasonNames, contestReasons } from '../states.ts'
import css from './Contest.module.css'

const beforeChoice = 'Toque no motivo. Contar o que aconteceu ajuda a resolver mais rápido.'

type Entry = { reason: ContestReason | ''; text: string; email: string }

/** Asks for an e-mail only where the payment has none. */
export function ContestForm({ payment, onSent }: { payment: WireTransaction; onSent: () => void }) {
  const form = useForm<Entry>({
    schema: openContest.body,
    defaultValues: { reason: '', text: '', email: '' },
  })
  const send = useOneAtATime(async ({ reason, ...rest }: Entry) => {
    if (reason === '') return
    await whileLoading(call(openContest, { params: { token: payment.ws_token }, body: { reason, ...rest } }))
    onSent()
  })
  const chosen = form.watch('reason')
  return (
    <Form form={form} onSubmit={send}>
      <Reasons />
      <Live className={css.hint}>{chosen === '' ? beforeChoice : contestReasons[chosen].hint}</Live>
      <TextAreaField name="text" label="O que aconteceu?" required={false} maxLength={1000} />
      {!payment.receipt_to && <EmailField hint="Para receber a resposta." required={false} />}
      <Actions>
        <Button>ENVIAR</Button>
      </Actions>
    </Form>
  )
}

function Reasons() {
  const { field } = useController<Entry, 'reason'>({ name: 'reason' })
  const error = useFieldError('reason')
  return (
    <fieldset className={css.reasons}>
      <legend>Qual é o motivo?</legend>
      {contestReasonNames.map((name, at) => (
        <button
          key={name}
          type="button"
          className={css.reason}
          ref={at === 0 ? field.ref : undefined}
          aria-pressed={field.value === name}
          onClick={() => field.onChange(name)}
        >
          <span className={css.mark} />
          <span>{contestReasons[name].text}</span>
        </button>
      ))}
      {error !== undefined && (
        <Live className={css.error} role="alert">
          <Icon name="alert" size={18} />
          <span>{error}</span>
        </Live>
      )}
    </fieldset>
  )
}
