/** The kinds of thing that the audit trail tells of. */
export const auditSubjects = [
  'payment',
  'ticket',
  'reservation',
  'lot',
  'tariff',
  'setting',
  'device',
  'account',
  'statement',
] as const
export type AuditSubject = (typeof auditSubjects)[number]
