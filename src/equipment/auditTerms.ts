import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    device: typeof deviceTrail
  }
}

export const deviceTrail = {
  name: 'Equipamento',
  actions: { key_changed: 'Chave trocada', revoked: 'Chave revogada' },
  fields: {
    lots: 'Estacionamentos',
    silent_minutes: 'Avisar após silêncio de (min)',
  },
} as const satisfies AuditTexts
