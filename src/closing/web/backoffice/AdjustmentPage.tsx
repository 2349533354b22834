import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { calendarDay } from '#kit/fields.ts'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Button } from '#kit/web/Button.tsx'
import { DateField } from '#kit/web/form/DateField.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { useSession } from '#session/web/session.ts'
import { useLots } from '#staff/web/lots/LotCheckboxes.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { adjustClosing } from '../../backoffice.ts'
import { adjustmentText } from './closingTexts.ts'

const goToClosings = () => go('staff.closings')

const schema = z.object({
  lot_id: z.string().check(z.minLength(1, 'Escolha um estacionamento.')),
  of_day: calendarDay,
  value: adjustClosing.body.shape.value,
  reason: adjustClosing.body.shape.reason,
})
type Entry = { lot_id: string; of_day: string; value: number | null; reason: string }

export default function AdjustmentPage() {
  return (
    <StaffPage title="Corrigir um dia fechado">
      <div className={register.shown}>
        <AdjustmentForm />
      </div>
    </StaffPage>
  )
}

function AdjustmentForm() {
  const form = useForm<Entry>({ schema, defaultValues: { lot_id: '', of_day: '', value: null, reason: '' } })
  const lots = useLots()
  const save = useOneAtATime(async ({ lot_id, value, ...entry }: Entry) => {
    await whileLoading(call(adjustClosing, { body: { ...entry, lot_id: Number(lot_id), value: value ?? 0 } }))
    notify('O ajuste entra no próximo fechamento.', 'success')
    goToClosings()
  })
  return (
    <Form form={form} onSubmit={save}>
      <Panel>
        <p>Um dia fechado não muda. O valor entra, com o motivo, no próximo fechamento do estacionamento.</p>
        <NativeSelectField
          name="lot_id"
          label="Estacionamento"
          choices={[
            { value: '', text: 'Escolha' },
            ...lots.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          required
        />
        <DateField name="of_day" label="Dia que está errado" required />
        <DecimalField
          name="value"
          label="Valor do ajuste"
          hint="Com sinal de menos, como -12,50, quando o dia registrou dinheiro a mais."
          required
        />
        <TextField name="reason" label="Motivo" autoComplete="off" required />
        <PrintPreview />
      </Panel>
      <Actions>
        <Button>Registrar ajuste</Button>
      </Actions>
    </Form>
  )
}

function PrintPreview() {
  const { of_day, value, reason } = useWatch<Entry>()
  const who = useSession()?.user?.name
  if (!of_day || typeof value !== 'number' || !reason || who === undefined) return null
  return <LiveRegion>{`No papel: ${adjustmentText({ of_day, value, reason, who })}`}</LiveRegion>
}
