import { spaceNames, toTotalFields } from './spaces.ts'
import { timeZoneTexts } from './timeZones.ts'
import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    lot: typeof lotTrail
  }
}

export const lotTrail = {
  name: 'Estacionamento',
  actions: {},
  fields: {
    city: 'Cidade',
    time_zone: { name: 'Fuso horário', words: timeZoneTexts },
    ...toTotalFields(spaceNames),
    reserve_hint: 'Onde ficam as vagas reservadas',
    closing_delay_minutes: 'Minutos da meia-noite ao fechamento',
    closing_emails: 'E-mails do fechamento',
    till_blind: 'Caixa às cegas',
    till_difference_cents: 'Diferença de caixa sem motivo',
  },
} as const satisfies AuditTexts
