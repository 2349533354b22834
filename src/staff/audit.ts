import * as z from 'zod/mini'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, text } from '#kit/fields.ts'
import { filter, listFilters } from './fields.ts'

export const auditRow = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  who: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  about: z.string(),
  ref: z.nullable(z.string()),
  action: z.string(),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})
export type AuditRow = z.output<typeof auditRow>

export const listAudit = endpoint('GET', '/api/staff/audit', 'manager', {
  summary: 'The audit trail with values before and after, newest first.',
  query: z.extend(listQuery, {
    actor: filter(text().check(z.maxLength(60))),
    subject: filter(text().check(z.maxLength(60))),
    subject_id: filter(text().check(z.maxLength(60))),
    ...listFilters,
  }),
  reply: page(auditRow),
})

export const listAuditActors = endpoint('GET', '/api/staff/audit/actors', 'manager', {
  summary: 'The people by whom the audit trail can be filtered.',
  reply: data(z.array(z.object({ id: z.string(), text: z.string() }))),
})
