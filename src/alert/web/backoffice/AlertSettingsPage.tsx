import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { go } from '#kit/web/route/routes.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { formatAcquirerDays, parseAcquirerDays } from '../../acquirerDays.ts'
import { changeAlertSettings, readAlertSettings, type WireAlertSettings } from '../../backoffice.ts'

const daysHint = "Escreva nomes e dias (1 a 120), como 'uma: 7, outra: 12'."
const acquirerDays = z.string().check(z.refine((typed) => parseAcquirerDays(typed) !== null, daysHint))
const entrySchema = z.extend(changeAlertSettings.body, { dispute_days_by_acquirer: acquirerDays })
type Entry = z.output<typeof entrySchema>

const goToAlerts = () => go('staff.alerts')

const load = (signal: AbortSignal) => call(readAlertSettings, { signal })

export default function AlertSettingsPage() {
  return (
    <StaffPage title="Quando avisar">
      <EditScreen<WireAlertSettings, Entry>
        load={load}
        failed="Não foi possível carregar os limites"
        schema={entrySchema}
        toFormValues={valuesOf}
        save={save}
        after={{ go: 'back', to: goToAlerts }}
      >
        <LimitFields />
      </EditScreen>
    </StaffPage>
  )
}

function LimitFields() {
  return (
    <>
      <DecimalField
        name="device_silent_minutes"
        label="Equipamento em silêncio (min)"
        hint="Sem chamadas há tantos minutos, dos equipamentos vigiados sem tempo próprio. 0 desliga este aviso."
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
      <DecimalField name="till_open_hours" label="Caixa aberto (h)" places={0} required />
      <DecimalField
        name="dispute_days"
        label="Prazo de uma contestação (dias)"
        hint="A partir do aviso da adquirente. Vale para as próximas."
        places={0}
        required
      />
      <TextField
        name="dispute_days_by_acquirer"
        label="Prazo por adquirente (dias)"
        hint="Nome como na coluna Adquirente de 'Movimentos' e dias: 'uma: 7, outra: 12'. As demais têm o prazo acima."
        autoComplete="off"
      />
    </>
  )
}

function save({ dispute_days_by_acquirer: typed, ...entry }: Entry) {
  const dispute_days_by_acquirer = parseAcquirerDays(typed) ?? {}
  return call(changeAlertSettings, { body: { ...entry, dispute_days_by_acquirer } })
}

function valuesOf(stored: WireAlertSettings | null): Entry {
  if (stored === null) throw new Error('settings are never new')
  const { dispute_days_by_acquirer: days = {}, ...rest } = stored
  return { ...rest, dispute_days_by_acquirer: formatAcquirerDays(days) }
}
