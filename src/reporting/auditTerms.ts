import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    statement: typeof statementTrail
  }
}

export const statementTrail = {
  name: 'Extrato',
  actions: { uploaded: 'Extrato enviado', removed: 'Extrato removido' },
} as const satisfies AuditTexts
