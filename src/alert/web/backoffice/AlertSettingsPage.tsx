import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { go } from '#kit/web/route/routes.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import {
  changeAlertSettings,
  readAlertSettings,
  type SentAlertSettings,
  type WireAlertSettings,
} from '../../backoffice.ts'

const back = () => go('staff.alerts')

export default function AlertSettingsPage() {
  return (
    <StaffPage title="Quando avisar" onBackClick={back}>
      <Settings />
    </StaffPage>
  )
}

function Settings() {
  const load = useCallback((signal: AbortSignal) => call(readAlertSettings, { signal }), [])
  return (
    <EditScreen<WireAlertSettings, SentAlertSettings>
      load={load}
      failed="Não foi possível carregar os limites"
      schema={changeAlertSettings.body}
      valuesOf={valuesOf}
      save={(body) => call(changeAlertSettings, { body })}
      after={{ go: 'back', to: back }}
    >
      <DecimalField
        name="device_silent_minutes"
        label="Equipamento em silêncio (min)"
        hint="Sem chamadas há tantos minutos. 0 desliga este aviso."
        places={0}
        required
      />
      <DecimalField name="case_old_minutes" label="Pagamento em análise (min)" places={0} required />
      <DecimalField
        name="lot_full_percent"
        label="Ocupação (%)"
        hint="Por 5 minutos seguidos."
        places={0}
        required
      />
      <DecimalField
        name="refusals_percent"
        label="Recusas (%)"
        hint="Das tentativas com cartão dos últimos 15 minutos, a partir de 20 tentativas."
        places={0}
        required
      />
      <DecimalField
        name="dispute_days"
        label="Prazo de uma contestação (dias)"
        hint="A partir do aviso da adquirente. Vale para as próximas."
        places={0}
        required
      />
    </EditScreen>
  )
}

const none = {
  device_silent_minutes: 15,
  case_old_minutes: 60,
  lot_full_percent: 100,
  refusals_percent: 50,
  dispute_days: 10,
}

function valuesOf(stored: WireAlertSettings | null): SentAlertSettings {
  if (stored === null) return none
  const { device_silent_minutes, case_old_minutes, lot_full_percent, refusals_percent, dispute_days } = stored
  return { device_silent_minutes, case_old_minutes, lot_full_percent, refusals_percent, dispute_days }
}
