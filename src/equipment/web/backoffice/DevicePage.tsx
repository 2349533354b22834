import { useCallback, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { TextField, useFieldError } from '#kit/web/form/fields.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import {
  changeDeviceKey,
  createDevice,
  type WireBackOfficeDevice,
  deviceEntry,
  type WireDeviceEntry,
  openDevice,
  revokeDevice,
  updateDevice,
} from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import type { BackOfficeLot } from '#staff/web/frame/backoffice.ts'
import { LotCheckboxes, useLoadedLots } from '#staff/web/lots/LotCheckboxes.tsx'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import register from '#staff/web/backoffice/Register.module.css'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { copyText } from '#kit/web/native/copyText.ts'
import { notify } from '#kit/web/notice/notify.ts'
import css from './Device.module.css'

const goToDevices = () => go('staff.devices')

export default function DevicePage() {
  const id = useRoute().params['id'] ?? ''
  const lots = useLoadedLots()
  const [key, setKey] = useState<string | null>(null)
  return (
    <StaffPage title={id === 'new' ? 'Novo equipamento' : 'Equipamento'} onBackClick={goToDevices}>
      {lots === null ? (
        <Skeleton lines={8} label="Buscando dados, aguarde..." />
      ) : (
        <DeviceForm key={id} id={id === 'new' ? null : id} lots={lots} onKey={setKey} />
      )}
      {key !== null && (
        <KeyDialog
          value={key}
          onClose={() => {
            setKey(null)
            if (id === 'new') goToDevices()
          }}
        />
      )}
    </StaffPage>
  )
}

type DeviceProps = { lots: readonly BackOfficeLot[]; onKey: (key: string) => void }

function DeviceForm({ id, lots, onKey }: DeviceProps & { id: string | null }) {
  const [version, setVersion] = useState(0)
  const [revokedAt, setRevokedAt] = useState<string | null>()
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(openDevice, { params: { id: id ?? '' }, signal })
      setRevokedAt(answer.entity.revoked_at)
      return answer
    },
    [id],
  )
  const save = async (body: WireDeviceEntry) => {
    if (id !== null) return call(updateDevice, { params: { id }, body })
    const answer = await call(createDevice, { body })
    onKey(answer.entity.key)
    return answer
  }
  return (
    <>
      <EditScreen<WireBackOfficeDevice, WireDeviceEntry>
        key={version}
        load={id === null ? undefined : load}
        failed="Não foi possível carregar o equipamento"
        schema={deviceEntry}
        toFormValues={formValuesOf}
        save={save}
        after={id === null ? { go: 'refresh' } : { go: 'back', to: goToDevices }}
      >
        <TextField
          name="name"
          label="Nome"
          hint="Como a equipe o chama, por exemplo Cancela de entrada 1 ou Caixa do térreo."
          autoComplete="off"
          required
        />
        <LotsField lots={lots} />
      </EditScreen>
      {id !== null && revokedAt !== undefined && (
        <div className={register.shown}>
          <Panel title="Chave">
            {revokedAt === null && (
              <DeviceKeyActions id={id} onKey={onKey} onChanged={() => setVersion(version + 1)} />
            )}
            {revokedAt !== null && <p>{revokedText(revokedAt)}</p>}
          </Panel>
        </div>
      )}
    </>
  )
}

const formValuesOf = (device: WireBackOfficeDevice | null): WireDeviceEntry => ({
  name: device?.name ?? '',
  lot_ids: device?.lots.map(({ id }) => id) ?? [],
})

function revokedText(at: string): string {
  return `Revogada em ${dateTimeText(at)}. Para voltar a usar o equipamento, cadastre outro.`
}

function DeviceKeyActions({
  id,
  onKey,
  onChanged,
}: Omit<DeviceProps, 'lots'> & { id: string; onChanged: () => void }) {
  const renew = async () => {
    const answer = await confirmAndRun(
      {
        title: 'Trocar a chave?',
        text: 'O equipamento para de funcionar até receber a chave nova, que é mostrada uma única vez.',
        yes: 'Trocar',
        danger: true,
      },
      () => call(changeDeviceKey, { params: { id } }),
      { done: 'Chave trocada.', onChanged },
    )
    if (answer) onKey(answer.entity.key)
  }
  const revoke = () =>
    confirmAndRun(
      {
        title: 'Revogar a chave?',
        text: 'O equipamento deixa de ser aceito para sempre. Para voltar a usá-lo, cadastre outro.',
        yes: 'Revogar',
        danger: true,
      },
      () => call(revokeDevice, { params: { id } }),
      { done: 'Chave revogada.', onChanged },
    )
  return (
    <>
      <p>É por ela que o portal reconhece o equipamento. Ninguém pode vê-la de novo.</p>
      <Button variant="plain" onClick={() => void renew()}>
        Trocar chave
      </Button>
      <Button variant="danger" onClick={() => void revoke()}>
        Revogar chave
      </Button>
    </>
  )
}

function LotsField({ lots }: { lots: readonly BackOfficeLot[] }) {
  const { watch, setValue } = useFormContext<WireDeviceEntry>()
  const setLots = (lots: number[] | null) =>
    setValue('lot_ids', lots ?? [], { shouldDirty: true, shouldValidate: true })
  return (
    <LotCheckboxes
      lots={lots}
      chosen={watch('lot_ids')}
      onChange={setLots}
      error={useFieldError('lot_ids')}
    />
  )
}

function KeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(value)) notify('Chave copiada.', 'success')
    else notify('Copie a chave à mão: o navegador não permitiu.', 'warning')
  }
  return (
    <Dialog
      title="Chave do equipamento"
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" type="button" onClick={() => void copy()}>
            Copiar chave
          </Button>
          <Button variant="plain" onClick={onClose}>
            Já guardei
          </Button>
        </>
      }
    >
      <p>Guarde a chave agora: ela não será mostrada de novo.</p>
      <p>
        <code className={css.key} translate="no">
          {value}
        </code>
      </p>
    </Dialog>
  )
}
