import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import * as z from 'zod/mini'
import { openTill } from '../../../backoffice.ts'

const schema = z.object({
  lot_id: z.string().check(z.minLength(1, 'Escolha um estacionamento.')),
  float: openTill.body.shape.float,
})
type Entry = { lot_id: string; float: number | null }

type Props = { lots: readonly { id: number; name: string }[]; onOpened: () => void }

/** A single lot is not asked for. */
export function OpenTillForm({ lots, onOpened }: Props) {
  const [first, ...others] = lots
  const only = first && others.length === 0 ? first : undefined
  const form = useForm<Entry>({
    schema,
    defaultValues: { lot_id: only ? String(only.id) : '', float: null },
  })
  const open = useOneAtATime(async ({ lot_id: lot, float }: Entry) => {
    await whileLoading(call(openTill, { body: { lot_id: Number(lot), float: float ?? 0 } }))
    onOpened()
  })
  if (!first) return <p>Nenhum estacionamento espera por um caixa seu.</p>
  return (
    <Form form={form} onSubmit={open} onFailure={({ code }) => code === 'till_already_open' && onOpened()}>
      <Panel title={only ? `Abrir o caixa de ${only.name}` : 'Abrir o caixa'}>
        {!only && (
          <NativeSelectField
            name="lot_id"
            label="Estacionamento"
            choices={[
              { value: '', text: 'Escolha' },
              ...lots.map(({ id, name }) => ({ value: String(id), text: name })),
            ]}
            required
          />
        )}
        <DecimalField
          name="float"
          label="Fundo de troco"
          hint="O dinheiro que já está na gaveta, em reais."
          required
        />
      </Panel>
      <Actions>
        <Button>ABRIR CAIXA</Button>
      </Actions>
    </Form>
  )
}
