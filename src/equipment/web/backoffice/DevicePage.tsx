import { useCallback, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { TextField, useFieldError } from '#kit/web/form/fields.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import {
  changeDeviceKey,
  createDevice,
  type BackOfficeDeviceWire,
  deviceEntry,
  type DeviceEntryWire,
  openDevice,
  revokeDevice,
  updateDevice,
} from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import type { BackOfficeLot } from '#staff/web/frame/backoffice.ts'
import { LotBoxes, useLoadedLots } from '#staff/web/lots/LotBoxes.tsx'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import register from '#staff/web/backoffice/Register.module.css'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { copyText } from '#kit/web/native/copyText.ts'
import { notify } from '#kit/web/notice/notify.ts'
import css from './Device.module.css'

const back = () => go('staff.devices')

export default function DevicePage() {
  const id = useRoute().params['id'] ?? ''
  const lots = useLoadedLots()
  const [key, setKey] = useState<string | null>(null)
  return (
    <StaffPage title={id === 'new' ? 'Novo equipamento' : 'Equipamento'} onBackClick={back}>
      {lots === null ? (
        <Skeleton lines={8} label="Buscando dados, aguarde..." />
      ) : (
        <Device key={id} id={id === 'new' ? null : id} lots={lots} onKey={setKey} />
      )}
      {key !== null && (
        <KeyDialog
          value={key}
          onClose={() => {
            setKey(null)
            if (id === 'new') back()
          }}
        />
      )}
    </StaffPage>
  )
}

type Shown = { lots: readonly BackOfficeLot[]; onKey: (key: string) => void }

function Device({ id, lots, onKey }: Shown & { id: string | null }) {
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
  const save = async (body: DeviceEntryWire) => {
    if (id !== null) return call(updateDevice, { params: { id }, body })
    const answer = await call(createDevice, { body })
    onKey(answer.entity.key)
    return answer
  }
  return (
    <>
      <EditScreen<BackOfficeDeviceWire, DeviceEntryWire>
        key={version}
        load={id === null ? undefined : load}
        failed="Não foi possível carregar o equipamento"
        schema={deviceEntry}
        valuesOf={(device) => ({ name: device?.name ?? '', lot_ids: device?.lots.map(({ id }) => id) ?? [] })}
        save={save}
        after={id === null ? { go: 'refresh' } : { go: 'back', to: back }}
      >
        <TextField
          name="name"
          label="Nome"
          hint="Como a equipe o chama, por exemplo Cancela de entrada 1 ou Caixa do térreo."
          autoComplete="off"
          required
        />
        <Lots lots={lots} />
      </EditScreen>
      {id !== null && revokedAt !== undefined && (
        <div className={register.shown}>
          <Panel title="Chave">
            {revokedAt === null && <Key id={id} onKey={onKey} onChanged={() => setVersion(version + 1)} />}
            {revokedAt !== null && <p>{revokedText(revokedAt)}</p>}
          </Panel>
        </div>
      )}
    </>
  )
}

function revokedText(at: string): string {
  return `Revogada em ${dateTimeText(at)}. Para voltar a usar o equipamento, cadastre outro.`
}

function Key({ id, onKey, onChanged }: Omit<Shown, 'lots'> & { id: string; onChanged: () => void }) {
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
      <Button look="plain" onClick={() => void renew()}>
        Trocar chave
      </Button>
      <Button look="danger" onClick={() => void revoke()}>
        Revogar chave
      </Button>
    </>
  )
}

function Lots({ lots }: { lots: readonly BackOfficeLot[] }) {
  const { watch, setValue } = useFormContext<DeviceEntryWire>()
  const setLots = (lots: number[] | null) =>
    setValue('lot_ids', lots ?? [], { shouldDirty: true, shouldValidate: true })
  return (
    <LotBoxes lots={lots} chosen={watch('lot_ids')} onChange={setLots} error={useFieldError('lot_ids')} />
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
          <Button look="primary" type="button" onClick={() => void copy()}>
            Copiar chave
          </Button>
          <Button look="plain" onClick={onClose}>
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
