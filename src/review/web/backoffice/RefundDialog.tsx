import * as z from 'zod/mini'
import { parseReais, reaisText } from '#kit/money.ts'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { reason } from '#staff/fields.ts'
import { ReasonField, SubmitActions, useWarningBeforeSubmit } from '#staff/web/backoffice/ReasonDialog.tsx'
import { type BackOfficeTransaction, refundTransaction } from '../../backoffice.ts'
import { openDisputeText } from '#payment/cases.ts'
import { methodRow } from '#payment/method/method.ts'

type Terms = NonNullable<BackOfficeTransaction['refund_terms']>
type Values = { value: string; reason: string }
type Props = { entity: BackOfficeTransaction; onChanged: () => void; onClose: () => void }

export function RefundDialog({ entity, onChanged, onClose }: Props) {
  const { kept } = entity
  const isWholeOnly = entity.refund_terms?.parts === 'none'
  const whole = kept.valueHuman.replaceAll('.', '')
  const form = useForm<Values>({
    schema: isWholeOnly ? wholeOnlySchema : partialSchema(kept),
    defaultValues: { value: whole, reason: '' },
  })
  const isDisputed = entity.cases.some(({ kind }) => kind === 'chargeback')
  const question = useWarningBeforeSubmit(isDisputed ? openDisputeText : null)
  const submit = useOneAtATime(async (values: Values) => {
    if (question.warns()) return
    const body = { ...values, ...(isWholeOnly && { value: whole }), kept: kept.value }
    const { data } = await whileLoading(call(refundTransaction, { params: { id: entity.id }, body }))
    onClose()
    onChanged()
    notifyOutcome(data)
  })
  return (
    <Dialog title="Devolver pagamento" onClose={onClose}>
      <Form form={form} onSubmit={submit} onFailure={onChanged}>
        <p>{`${destinationText(entity)} O ticket continua pago.`}</p>
        {entity.refund_terms && <p>{termsText(entity, entity.refund_terms)}</p>}
        {!isWholeOnly && (
          <TextField
            name="value"
            label="Valor a devolver (R$)"
            hint={`Até R$ ${kept.valueHuman}. Mude o valor para devolver só uma parte.`}
            inputMode="decimal"
            autoComplete="off"
            required
          />
        )}
        <ReasonField />
        <SubmitActions
          warning={question.shown}
          yes={yesText(isWholeOnly ? whole : form.watch('value'))}
          danger
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}

function yesText(value: string): string {
  const cents = parseReais(value)
  return cents === null ? 'Devolver' : `Devolver ${reaisText(cents)}`
}

function destinationText({ card, payment_type }: BackOfficeTransaction): string {
  const { instrument, refundTo } = methodRow(payment_type)
  return instrument === 'card'
    ? `O valor volta ao cartão${card === null ? '' : ` ${card}`}.`
    : `O valor volta ${refundTo}.`
}

function termsText({ kept, time_zone }: BackOfficeTransaction, terms: Terms): string {
  const parts = {
    any: null,
    once: 'De uma venda no débito só se devolve uma parte uma vez; depois, só o restante inteiro.',
    none: `Uma parte já foi devolvida: agora só o restante inteiro, R$ ${kept.valueHuman}.`,
  }[terms.parts]
  const wait = terms.parts_wait ? 'Uma parte da venda de hoje pode ficar para amanhã.' : null
  const until = `A adquirente devolve até ${dateTimeText(terms.until, time_zone)}.`
  return [until, parts, wait].filter(Boolean).join(' ')
}

const wholeOnlySchema = z.object({ value: z.string(), reason })

function partialSchema(kept: BackOfficeTransaction['kept']) {
  const inRange = (text: string) => {
    const cents = parseReais(text)
    return cents !== null && cents >= 1 && cents <= Math.round(kept.value * 100)
  }
  const error = `Digite um valor de R$\u00a00,01 a R$\u00a0${kept.valueHuman}.`
  return z.object({ value: z.string().check(z.refine(inRange, error)), reason })
}

function notifyOutcome({ state, refunds }: BackOfficeTransaction): void {
  if (refunds.some(({ put_off_until: until }) => until !== null))
    notify('Devolução marcada: a adquirente não a faz no dia da venda.', 'info')
  else if (state === 'refunding') notify('A adquirente ainda não confirmou a devolução.', 'info')
  else if (refunds[refunds.length - 1]?.state === 'refused')
    notify('A adquirente recusou a devolução.', 'danger')
  else notify('Devolução confirmada.', 'success', 3_000)
}
