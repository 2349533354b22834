import { useCallback, useRef } from 'react'
import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { editSettings, updateSettings, type WireSettings } from '../../settingsContract.ts'
import { feeRowsOf, settingsForm, type TypedFee, typedFees } from './feeForm.ts'
import { LogoForm } from './LogoForm.tsx'
import { SettingsFields } from './SettingsFields.tsx'

type Entry = Omit<WireSettings, 'id' | 'version' | 'updated_at' | 'logoUrl' | 'reservesRunning' | 'fees'> & {
  fees: TypedFee[]
}

const versioned = z.object({ version: z.string() })

export default function SettingsPage() {
  const seen = useRef('')
  const load = useCallback(async (signal: AbortSignal) => {
    const answer = await call(editSettings, { signal })
    seen.current = answer.entity.version
    return answer
  }, [])
  const save = async (entry: Entry) => {
    try {
      const body = { ...entry, fees: feeRowsOf(entry.fees), seen_version: seen.current }
      const answer = await call(updateSettings, { body })
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
        valuesOf={entryOf}
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
  return { ...entry, fees: typedFees(entry.fees) }
}
