import { useCallback, useRef } from 'react'
import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import * as contract from '../../settingsContract.ts'
import type { WireSettings } from '../../settingsContract.ts'
import { toFeeRows, settingsForm, type FeeEntry, toFeeEntries } from './feeForm.ts'
import { SettingsFields } from './SettingsFields.tsx'
import { Button } from '#kit/web/Button.tsx'
import { sendForm } from '#kit/web/form/sendForm.ts'
import { useCall } from '#kit/web/call/useCall.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { FileField } from '#kit/web/form/FileField.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import css from './Settings.module.css'

type Entry = Omit<WireSettings, 'id' | 'version' | 'updated_at' | 'logoUrl' | 'reservesRunning' | 'fees'> & {
  fees: FeeEntry[]
}

const versioned = z.object({ version: z.string() })

export default function SettingsPage() {
  const seen = useRef('')
  const load = useCallback(async (signal: AbortSignal) => {
    const answer = await call(contract.editSettings, { signal })
    seen.current = answer.entity.version
    return answer
  }, [])
  const save = async (entry: Entry) => {
    try {
      const body = { ...entry, fees: toFeeRows(entry.fees), seen_version: seen.current }
      const answer = await call(contract.updateSettings, { body })
      seen.current = answer.entity.version
      return answer
    } catch (failure) {
      const stored = failure instanceof CallFailure ? z.safeParse(versioned, failure.data) : null
      if (stored?.success) seen.current = stored.data.version
      throw failure
    }
  }
  return (
    <StaffPage title="Configurações">
      <EditScreen<WireSettings, Entry>
        load={load}
        failed="Não foi possível carregar as configurações"
        schema={settingsForm}
        toFormValues={entryOf}
        save={save}
        after={{ go: 'refresh' }}
      >
        {(settings) => <SettingsFields reservesRunning={settings?.reservesRunning ?? 0} />}
      </EditScreen>
      <LogoForm />
    </StaffPage>
  )
}

function entryOf(settings: WireSettings | null): Entry {
  if (settings === null) throw new Error('settings are never new')
  const { id: _id, version: _version, updated_at: _updated, logoUrl: _logo, ...rest } = settings
  const { reservesRunning: _running, ...entry } = rest
  return { ...entry, fees: toFeeEntries(entry.fees) }
}

type LogoEntry = { logo: File | null }

const logoSchema = z.object({
  logo: z.any().check(z.refine((file) => file instanceof File, 'Escolha a imagem do logotipo.')),
})

function LogoForm() {
  const form = useForm<LogoEntry>({ schema: logoSchema, defaultValues: { logo: null } })
  const { view, reload } = useCall(contract.editSettings)
  const logo = view.state === 'ready' ? view.value.entity.logoUrl : null
  const save = async ({ logo: file }: LogoEntry) => {
    await whileLoading(sendForm(contract.saveLogo, { values: { logo: file } }))
    form.reset({ logo: null })
    notify('Logotipo salvo.', 'success')
    reload()
  }
  const remove = async () => {
    if (!(await confirm('Remover o logotipo?', { yes: 'Remover', danger: true }))) return
    try {
      await whileLoading(call(contract.removeLogo))
      reload()
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <div className={register.shown}>
      <Form form={form} onSubmit={save}>
        <Panel title="Logotipo">
          {logo !== null && <img className={css.logo} src={logo} alt="Logotipo atual" />}
          <FileField
            name="logo"
            label="Imagem"
            hint="PNG, JPEG ou WebP, até 200 KB. Mostrada com 250 px de largura, no máximo."
            accept="image/png,image/jpeg,image/webp"
          />
          <Button variant="plain" type="submit">
            Enviar logotipo
          </Button>
          {logo !== null && (
            <Button variant="danger" onClick={() => void remove()}>
              Remover logotipo
            </Button>
          )}
        </Panel>
      </Form>
    </div>
  )
}
