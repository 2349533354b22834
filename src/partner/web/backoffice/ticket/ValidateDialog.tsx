import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { NativeSelectField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { reason } from '#staff/fields.ts'
import { ReasonField, SubmitActions, useReloadOnClose } from '#staff/web/backoffice/ReasonDialog.tsx'
import type { BackOfficeTicket } from '#ticket/backoffice.ts'
import { listTicketBenefits, validateAtDesk, type WireBenefitChoice } from '../../../deskContract.ts'

type Props = { entity: BackOfficeTicket; onChanged: () => void; onClose: () => void }

/** Staff give a shop's benefit, with a reason. */
export function ValidateDialog({ entity, onChanged, onClose }: Props) {
  const { refused, close } = useReloadOnClose(onClose, onChanged)
  const load = useCall(listTicketBenefits, { params: { id: entity.id } })
  return (
    <Dialog title="Validar convênio" onClose={close}>
      <LoadView load={load} failed="Não foi possível carregar os benefícios" lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <>
              <p>Nenhum parceiro deste estacionamento tem um benefício ativo.</p>
              <Button variant="plain" onClick={close}>
                Voltar
              </Button>
            </>
          ) : (
            <ValidateForm
              id={entity.id}
              benefits={data}
              onRefused={refused}
              onClose={close}
              onDone={() => {
                onClose()
                onChanged()
              }}
            />
          )
        }
      </LoadView>
    </Dialog>
  )
}

type FormProps = {
  id: string
  benefits: readonly WireBenefitChoice[]
  onRefused: () => void
  onClose: () => void
  onDone: () => void
}

const schema = z.object({ benefit_id: z.string().check(z.minLength(1, 'Escolha um benefício.')), reason })
type Entry = { benefit_id: string; reason: string }

function ValidateForm({ id, benefits, onRefused, onClose, onDone }: FormProps) {
  const [first, ...others] = benefits
  const form = useForm<Entry>({
    schema,
    defaultValues: { benefit_id: first && others.length === 0 ? String(first.id) : '', reason: '' },
  })
  const give = useOneAtATime(async ({ benefit_id: benefit, reason }: Entry) => {
    const body = { benefit_id: Number(benefit), reason }
    await whileLoading(call(validateAtDesk, { params: { id }, body }))
    onDone()
    notify('Convênio aplicado.', 'success')
  })
  return (
    <Form form={form} onSubmit={give} onFailure={onRefused}>
      <NativeSelectField
        name="benefit_id"
        label="Benefício"
        choices={[
          { value: '', text: 'Escolha' },
          ...benefits.map((benefit) => ({
            value: String(benefit.id),
            text: `${benefit.partner}: ${benefit.name}`,
          })),
        ]}
        required
      />
      <ReasonField />
      <SubmitActions warning={null} yes="Validar" onClose={onClose} />
    </Form>
  )
}
