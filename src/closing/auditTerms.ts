import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    closing: typeof closingTrail
  }
}

export const closingTrail = {
  name: 'Fechamento',
  actions: {
    closing_made: 'Dia fechado',
    closing_mailed: 'Fechamento enviado por e-mail',
    adjusted: 'Ajuste registrado',
  },
  fields: { number: 'Número', day: 'Dia', digest: 'Resumo' },
} as const satisfies AuditTexts
