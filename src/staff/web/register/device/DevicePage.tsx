import { useCallback, useState } from 'react'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { go, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import {
  createDevice,
  deviceEntry,
  type DeviceEntryWire,
  type DeskDeviceWire,
  openDevice,
  updateDevice,
} from '../../../register/deviceContract.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import { KeyActions } from './KeyActions.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { LotsField } from './LotsField.tsx'

/** One device: its name and car parks, and its key, which is shown only when it is made. */
export default function DevicePage() {
  const id = useRoute().params['id'] ?? ''
  return (
    <StaffPage
      title={id === 'new' ? 'Novo equipamento' : 'Equipamento'}
      for="manager"
      onBackClick={() => go('staff.devices')}
    >
      {id === 'new' ? <NewDevice /> : <Device key={id} id={id} />}
    </StaffPage>
  )
}

const entryOf = (device: DeskDeviceWire | null): DeviceEntryWire => ({
  name: device?.name ?? '',
  lot_ids: device?.lots.map((lot) => lot.id) ?? [],
})

const failed = 'Não foi possível carregar o equipamento'

type Made = DeskDeviceWire & { key: string }

function NewDevice() {
  const [made, setMade] = useState<Made | null>(null)
  return (
    <>
      <EditScreen<Made, DeviceEntryWire>
        failed={failed}
        schema={deviceEntry}
        valuesOf={entryOf}
        save={(body) => call(createDevice, { body })}
        after={{ go: 'edit', to: setMade }}
        saveText="CADASTRAR E MOSTRAR A CHAVE"
      >
        <Fields />
      </EditScreen>
      {made && (
        <KeyDialog
          device={made}
          onClose={() => replaceWith('staff.device', { params: { id: String(made.id) } })}
        />
      )}
    </>
  )
}

function Device({ id }: { id: string }) {
  const [version, setVersion] = useState(0)
  const load = useCallback((signal: AbortSignal) => call(openDevice, { params: { id }, signal }), [id])
  return (
    <EditScreen<DeskDeviceWire, DeviceEntryWire>
      key={version}
      load={load}
      failed={failed}
      schema={deviceEntry}
      valuesOf={entryOf}
      save={(body) => call(updateDevice, { params: { id }, body })}
      after={{ go: 'refresh' }}
    >
      {(device) => (
        <>
          <Fields />
          {device && <KeyActions device={device} onChanged={() => setVersion((count) => count + 1)} />}
        </>
      )}
    </EditScreen>
  )
}

function Fields() {
  return (
    <>
      <TextField
        name="name"
        label="Nome"
        hint="Como a equipe o conhece: 'Cancela 2'."
        autoComplete="off"
        required
      />
      <LotsField />
    </>
  )
}
