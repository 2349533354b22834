import type { TrailTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    statement: typeof statementTrail
  }
}

/** What the audit trail says of the acquirer's statements. */
export const statementTrail = {
  name: 'Extrato',
  actions: { uploaded: 'Extrato enviado', removed: 'Extrato removido' },
} as const satisfies TrailTexts
