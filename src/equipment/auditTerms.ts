import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    device: typeof deviceTrail
  }
}

export const deviceTrail = {
  name: 'Equipamento',
  actions: { key_changed: 'Chave trocada', revoked: 'Chave revogada' },
  // `lot_ids` was stored by an earlier release.
  fields: { lots: 'Estacionamentos', lot_ids: 'Estacionamentos (números)' },
} as const satisfies AuditTexts
