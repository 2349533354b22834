import { type ComponentType, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import { reason } from '#staff/fields.ts'
import {
  ReasonDialog,
  ReasonField,
  SubmitActions,
  useReloadOnClose,
} from '#staff/web/backoffice/ReasonDialog.tsx'
import { closeTill, explainTill, moveTill, type WireTill } from '../../backoffice.ts'
import { differenceText } from '../../expected.ts'
import { type MovementKind, movementKinds } from '../../states.ts'
import { createIdempotencyKey, isUnanswered } from './repeat.ts'

export function shiftActions(till: WireTill, reload: () => void): readonly RecordAction[] {
  const { can, difference_reason: reason } = till
  const asked = (text: string, Shown: ComponentType<DialogProps>, isPrimary = false): RecordAction => ({
    text,
    isPrimary,
    dialog: (close) => <Shown till={till} onChanged={reload} onClose={close} />,
  })
  return [
    ...(can.take ? [{ text: 'Receber', href: hrefTo('staff.till', {}), isPrimary: true }] : []),
    ...(can.close ? [asked('Fechar caixa', CloseDialog, true)] : []),
    ...(can.move ? [asked('Sangria', WithdrawalDialog), asked('Suprimento', DepositDialog)] : []),
    ...(can.explain && reason === null ? [asked('Dizer o motivo', ExplainDialog, true)] : []),
    { text: 'Imprimir', run: () => print() },
  ]
}

type DialogProps = { till: WireTill; onChanged: () => void; onClose: () => void }

const movementTexts = {
  withdrawal: { text: 'Dinheiro que sai da gaveta, como para o cofre.', done: 'Sangria registrada.' },
  deposit: { text: 'Dinheiro que entra na gaveta, como troco novo.', done: 'Suprimento registrado.' },
} as const satisfies Readonly<Record<MovementKind, object>>

type Movement = { kind: MovementKind; value: number | null; reason: string }

function WithdrawalDialog(props: DialogProps) {
  return <MovementDialog {...props} kind="withdrawal" />
}

function DepositDialog(props: DialogProps) {
  return <MovementDialog {...props} kind="deposit" />
}

function MovementDialog({ till, kind, onChanged, onClose }: DialogProps & { kind: MovementKind }) {
  const form = useForm<Movement>({ schema: moveTill.body, defaultValues: { kind, value: null, reason: '' } })
  const key = useRef<string | null>(null)
  useEffect(() => form.setFocus('value'), [form])
  const { refused, close } = useReloadOnClose(onClose, onChanged)
  const submit = useOneAtATime(async ({ value, reason }: Movement) => {
    key.current = key.current ?? createIdempotencyKey()
    const headers = { 'Idempotency-Key': key.current }
    const body = { kind, value: value ?? 0, reason }
    await whileLoading(call(moveTill, { params: { id: till.id }, body, headers }))
    onClose()
    onChanged()
    notify(movementTexts[kind].done, 'success')
  })
  return (
    <Dialog title={movementKinds[kind].text} onClose={close}>
      <Form
        form={form}
        onSubmit={submit}
        onFailure={(failure) => {
          if (!isUnanswered(failure)) key.current = null
          refused()
        }}
      >
        <p>{movementTexts[kind].text}</p>
        <DecimalField name="value" label="Valor" required />
        <ReasonField />
        <SubmitActions warning={null} yes="Registrar" onClose={close} />
      </Form>
    </Dialog>
  )
}

type Count = { counted: number | null; reason?: string }

/** Another person than the one who opened the till says why. */
function CloseDialog({ till, onChanged, onClose }: DialogProps) {
  const { counted } = closeTill.body.shape
  const form = useForm<Count>({
    schema: z.object(till.is_own ? { counted } : { counted, reason }),
    defaultValues: till.is_own ? { counted: null } : { counted: null, reason: '' },
  })
  useEffect(() => form.setFocus('counted'), [form])
  const { refused, close } = useReloadOnClose(onClose, onChanged)
  const submit = useOneAtATime(async (entry: Count) => {
    const body = { ...entry, counted: entry.counted ?? 0 }
    const { data } = await whileLoading(call(closeTill, { params: { id: till.id }, body }))
    onClose()
    onChanged()
    if (data.difference) notify(`Caixa fechado. ${differenceText(data.difference)}.`, 'info', 10_000)
  })
  return (
    <Dialog title="Fechar caixa" onClose={close}>
      <Form form={form} onSubmit={submit} onFailure={refused}>
        <p>Conte todo o dinheiro da gaveta, com o fundo de troco. A contagem não muda depois.</p>
        <DecimalField name="counted" label="Contado" required />
        {!till.is_own && <ReasonField />}
        <SubmitActions warning={null} yes="Fechar caixa" onClose={close} />
      </Form>
    </Dialog>
  )
}

function ExplainDialog({ till, onChanged, onClose }: DialogProps) {
  return (
    <ReasonDialog
      title="Motivo da diferença"
      yes="Registrar"
      run={(reason) => call(explainTill, { params: { id: till.id }, body: { reason } })}
      onChanged={onChanged}
      onClose={onClose}
    >
      {till.difference && <p>{`${differenceText(till.difference)}.`}</p>}
    </ReasonDialog>
  )
}
