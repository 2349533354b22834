import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { editSettings, settingsEntry, updateSettings } from '../../settingsContract.ts'
import type { WireSettings } from '../../settingsContract.ts'
import { LogoForm } from './LogoForm.tsx'
import { SettingsFields } from './SettingsFields.tsx'

type Entry = Omit<WireSettings, 'id' | 'updated_at' | 'logoUrl'>

/** What the operator decides about the page and about reservations. Seen at the page's next load, without a rebuild. */
export default function SettingsPage() {
  return (
    <StaffPage title="Configurações" for="manager">
      <EditScreen<WireSettings, Entry>
        load={useCallback((signal: AbortSignal) => call(editSettings, { signal }), [])}
        failed="Não foi possível carregar as configurações"
        schema={settingsEntry}
        valuesOf={entryOf}
        save={(body) => call(updateSettings, { body })}
        after={{ go: 'refresh' }}
      >
        <SettingsFields />
      </EditScreen>
      <LogoForm />
    </StaffPage>
  )
}

function entryOf(settings: WireSettings | null): Entry {
  if (settings === null) throw new Error('settings are never new')
  const { id: _id, updated_at: _updated, logoUrl: _logo, ...entry } = settings
  return entry
}
