import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    till: typeof tillTrail
  }
}

export const tillTrail = {
  name: 'Caixa',
  actions: {
    till_opened: 'Caixa aberto',
    till_closed: 'Caixa fechado',
    till_explained: 'Motivo da diferença',
    till_moved: 'Dinheiro retirado ou posto',
  },
  fields: {
    kind: { name: 'Tipo', words: { withdrawal: 'Sangria', deposit: 'Suprimento' } },
    float_cents: 'Fundo',
    expected_cents: 'Esperado',
    counted_cents: 'Contado',
    difference_cents: 'Diferença',
  },
} as const satisfies AuditTexts
