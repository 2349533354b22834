import { useCallback, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import {
  changeDeviceKey,
  createDevice,
  type WireBackOfficeDevice,
  type WireOpenedDevice,
  deviceEntry,
  type WireDeviceEntry,
  openDevice,
  revokeDevice,
  updateDevice,
} from '../../backoffice.ts'
import { ExitQuestions } from '#ticket/web/backoffice/ExitQuestions.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import type { BackOfficeLot } from '#staff/web/frame/backoffice.ts'
import { useLoadedLots } from '#staff/web/lots/LotCheckboxes.tsx'
import { LotsField } from '#staff/web/lots/LotsField.tsx'
import { type RecordAction, RecordActions } from '#staff/web/backoffice/RecordActions.tsx'
import { AuditTimeline } from '#staff/web/audit/AuditTimeline.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { deviceStates } from './deviceStates.ts'
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
  const [opened, setOpened] = useState<WireOpenedDevice>()
  const [version, setVersion] = useState(0)
  const reload = () => setVersion(version + 1)
  return (
    <StaffPage
      title={opened?.name ?? (id === 'new' ? 'Novo equipamento' : 'Equipamento')}
      status={opened && <Tag of={deviceStates[opened.revoked_at === null ? 'active' : 'revoked']} />}
      actions={opened && <RecordActions actions={keyActions(opened, setKey, reload)} />}
    >
      {lots === null ? (
        <Skeleton lines={8} label="Buscando dados, aguarde..." />
      ) : (
        <DeviceForm
          key={version}
          id={id === 'new' ? null : id}
          lots={lots}
          onKey={setKey}
          onOpened={setOpened}
        />
      )}
      {opened !== undefined && <BelowForm opened={opened} />}
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

type FormProps = {
  id: string | null
  lots: readonly BackOfficeLot[]
  onKey: (key: string) => void
  onOpened: (device: WireOpenedDevice) => void
}

function DeviceForm({ id, lots, onKey, onOpened }: FormProps) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(openDevice, { params: { id: id ?? '' }, signal })
      onOpened(answer.entity)
      return answer
    },
    [id, onOpened],
  )
  const save = async (body: WireDeviceEntry) => {
    if (id !== null) return call(updateDevice, { params: { id }, body })
    const answer = await call(createDevice, { body })
    onKey(answer.entity.key)
    return answer
  }
  return (
    <EditScreen<WireBackOfficeDevice, WireDeviceEntry>
      load={id === null ? undefined : load}
      failed="Não foi possível carregar o equipamento"
      schema={deviceEntry}
      toFormValues={formValuesOf}
      save={save}
      after={id === null ? { go: 'refresh' } : { go: 'back', to: goToDevices }}
    >
      <DeviceFields lots={lots} />
    </EditScreen>
  )
}

type LotsProps = Pick<FormProps, 'lots'>

function DeviceFields({ lots }: LotsProps) {
  return (
    <>
      <TextField
        name="name"
        label="Nome"
        hint="Como a equipe o chama, por exemplo Cancela de entrada 1 ou Caixa do térreo."
        autoComplete="off"
        required
      />
      <LotsField lots={lots} />
      <DecimalField
        name="silent_minutes"
        label="Avisar após silêncio de (min)"
        hint="Vazio: como em Avisos, se o equipamento manda sinal de vida ou lê os eventos. 0: nunca."
        places={0}
      />
    </>
  )
}

function BelowForm({ opened }: { opened: WireOpenedDevice }) {
  const { revoked_at: revokedAt, refusals, watched_minutes: watchedMinutes } = opened
  return (
    <div className={register.shown}>
      <Panel title="Silêncio">
        <p>{silenceText(watchedMinutes)}</p>
      </Panel>
      <Panel title="Chave">
        <p>{revokedAt === null ? keyText : revokedText(revokedAt)}</p>
      </Panel>
      <ExitQuestions refusals={refusals} />
      <AuditTimeline subject="device" id={String(opened.id)} record={opened} />
    </div>
  )
}

const keyText = 'É por ela que o portal reconhece o equipamento. Ninguém pode vê-la de novo.'

const formValuesOf = (device: WireBackOfficeDevice | null): WireDeviceEntry => ({
  name: device?.name ?? '',
  lot_ids: device?.lots.map(({ id }) => id) ?? [],
  silent_minutes: device?.silent_minutes ?? null,
})

function silenceText(minutes: number | null): string {
  return minutes === null ? 'Não vigiado' : `Vigiado: a equipe é avisada após ${minutes} min sem chamadas.`
}

function revokedText(at: string): string {
  return `Revogada em ${dateTimeText(at)}. Para voltar a usar o equipamento, cadastre outro.`
}

function keyActions(
  { id: number, revoked_at: revokedAt }: WireOpenedDevice,
  onKey: (key: string) => void,
  onChanged: () => void,
): readonly RecordAction[] {
  if (revokedAt !== null) return []
  const id = String(number)
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
  return [
    { text: 'Trocar chave', run: renew },
    { text: 'Revogar chave', isDanger: true, run: revoke },
  ]
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
