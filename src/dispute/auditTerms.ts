import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    dispute: typeof disputeTrail
  }
}

export const disputeTrail = {
  name: 'Contestação',
  actions: {
    open: 'Contestação aberta',
    sent: 'Defesa enviada',
    accepted: 'Contestação aceita',
    won: 'Contestação ganha',
    lost: 'Contestação perdida',
  },
} as const satisfies AuditTexts
