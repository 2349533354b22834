import { timeZones } from './timeZones.ts'
import type { TrailTexts } from '#kit/auditTerms.ts'

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
    time_zone: { name: 'Fuso horário', words: timeZones },
    total_normal: 'Vagas comuns',
    total_pregnant: 'Vagas para gestantes',
    total_disabilities: 'Vagas para pessoas com deficiência',
    total_elderly: 'Vagas para pessoas idosas',
    total_reserves: 'Vagas para reserva',
    closing_delay_minutes: 'Minutos da meia-noite ao fechamento',
    closing_emails: 'E-mails do fechamento',
  },
} as const satisfies TrailTexts
