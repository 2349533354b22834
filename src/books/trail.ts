import type { TrailTexts } from '#kit/trailTexts.ts'

declare module '#kit/auditSubject.ts' {
  interface AuditSubjects {
    statement: true
  }
}

/** What the audit trail says of the acquirer's statements. */
export const statementTrail = {
  name: 'Extrato',
  actions: { uploaded: 'Extrato enviado', removed: 'Extrato removido' },
} as const satisfies TrailTexts
