import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { addVehicle, vehicleEntry, type WireVehicle } from '../contract.ts'

type Entry = { name: string; license_plate: string }

const nothing: Entry = { name: '', license_plate: '' }

export function VehicleForm({ onAdded }: { onAdded: (vehicle: WireVehicle) => void }) {
  const form = useForm<Entry>({ schema: vehicleEntry, defaultValues: nothing, draft: 'vehicle' })
  const add = useOneAtATime(async (entry: Entry) => {
    const { data } = await whileLoading(call(addVehicle, { body: entry }))
    form.reset(nothing)
    onAdded(data)
  })
  return (
    <Form form={form} onSubmit={add}>
      <Panel title="Adicionar veículo">
        <TextField
          name="name"
          label="Nome do veículo"
          hint="Como você o chama: Gol prata, carro da Ana."
          autoComplete="off"
          required
        />
        <TextField
          name="license_plate"
          label="Placa"
          hint="ABC1D23 ou ABC-1234."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Button variant="plain" type="submit">
          Adicionar
        </Button>
      </Panel>
    </Form>
  )
}
