import * as z from 'zod/mini'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, text } from '#kit/fields.ts'
import { filter, listFilters } from './fields.ts'

export const auditRow = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  /** 'Bruno Teles', 'Cliente', 'Cancela 2'. */
  who: z.string(),
  /** The kind of thing: 'ticket', 'payment' ...; every noun has its own. */
  subject: z.string(),
  subject_id: z.string(),
  /** What it was about, in words: the ticket's code, the person's name. */
  about: z.string(),
  /** What its own screen is found by; null where it has none. */
  ref: z.nullable(z.string()),
  /** What happened, in words. */
  action: z.string(),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})
export type AuditRow = z.output<typeof auditRow>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/staff/audit',
  access: 'manager',
  summary: 'The audit trail with values before and after, newest first.',
  query: z.extend(listQuery, {
    actor: filter(text().check(z.maxLength(60))),
    subject: filter(text().check(z.maxLength(60))),
    subject_id: filter(text().check(z.maxLength(60))),
    from: listFilters.from,
    until: listFilters.until,
  }),
  reply: page(auditRow),
  errors: {},
})

export const listAuditActors = endpoint({
  method: 'GET',
  path: '/api/staff/audit/actors',
  access: 'manager',
  summary: 'The people by whom the audit trail can be filtered.',
  reply: data(z.array(z.object({ id: z.string(), text: z.string() }))),
  errors: {},
})
