import type { AuditTexts } from '#kit/auditTerms.ts'
import type { AlertSettings } from './backoffice.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    alert_setting: typeof alertSettingTrail
  }
}

export const alertSettingTrail = {
  name: 'Limites dos avisos',
  actions: {},
  fields: {
    device_silent_minutes: 'Silêncio de um equipamento (min)',
    case_old_minutes: 'Pagamento em análise (min)',
    lot_full_percent: 'Ocupação (%)',
    refusals_percent: 'Recusas (%)',
    till_open_hours: 'Caixa aberto (h)',
    dispute_days: 'Prazo de contestação (dias)',
    dispute_days_by_acquirer: 'Prazo por adquirente (dias)',
  } satisfies Readonly<Record<keyof AlertSettings, string>>,
} as const satisfies AuditTexts
