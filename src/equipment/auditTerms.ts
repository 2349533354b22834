import type { TrailTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    device: typeof deviceTrail
  }
}

/** What the audit trail says of devices. */
export const deviceTrail = {
  name: 'Equipamento',
  actions: { key_changed: 'Chave trocada', revoked: 'Chave revogada' },
  fields: {
    lots: 'Estacionamentos',
    // What rows of an earlier release hold.
    lot_ids: 'Estacionamentos (números)',
  },
} as const satisfies TrailTexts
