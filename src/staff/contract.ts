import * as z from 'zod/mini'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { cleanText } from '#kit/brazil.ts'
import { requiredText, text } from '#kit/fields.ts'
import { periodQuery, queryFilter } from './fields.ts'

export const readSecondFactor = endpoint('GET', '/api/staff/second_factor', 'staff', {
  summary: 'Whether this staff member has an authenticator, and whether this login gave its code.',
  reply: data(
    z.object({
      enrolled: z.boolean(),
      passed: z.boolean(),
      /** Until it is changed, no other screen opens (docs/spec.md#r32). */
      short_password: z.boolean(),
    }),
  ),
})

/** A new secret each time until a code confirms one. */
export const enrolSecondFactor = endpoint('POST', '/api/staff/second_factor/enrol', 'staff', {
  summary: 'A new secret for the authenticator (RFC 6238), as text, address and QR code.',
  reply: data(
    z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** otpauth://totp/... */
      uri: z.string(),
      qrcode: z.string(),
    }),
  ),
  errors: { second_factor_enrolled: 409 },
})

/** The first code confirms the authenticator. */
export const passSecondFactor = endpoint('POST', '/api/staff/second_factor', 'staff', {
  summary: 'Takes a code of the authenticator, or a recovery code; this login may then use the back office.',
  body: z.object({ code: z.pipe(requiredText(40), z.transform(cleanText)) }),
  /** Ten recovery codes, once, when the authenticator is confirmed. */
  reply: data(z.object({ passed: z.literal(true), recovery_codes: z.nullable(z.array(z.string())) })),
  errors: { second_factor_missing: 409 },
})

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
  levelText: ['Auditoria', 'Consultar'],
  summary: 'The audit trail with values before and after, newest first.',
  query: z.extend(periodQuery, {
    actor: queryFilter(text().check(z.maxLength(60))),
    subject: queryFilter(text().check(z.maxLength(60))),
    subject_id: queryFilter(text().check(z.maxLength(60))),
  }),
  reply: page(auditRow),
})

export const listAuditActors = endpoint('GET', '/api/staff/audit/actors', 'manager', {
  levelText: ['Auditoria', 'Filtrar por pessoa'],
  summary: 'The people by whom the audit trail can be filtered.',
  reply: data(z.array(z.object({ id: z.string(), text: z.string() }))),
})

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** The query is that of the list's screen without a page. The list says which level may export it. */
export const exportList = endpoint('GET', '/api/staff/exports/:list.:format', 'supervisor', {
  levelText: ['Arquivos', 'Exportar as listas que vê'],
  summary:
    'A list as a CSV or Excel file, the newest row first, under the filters of its screen (docs/back-office.md#exports).',
  params: z.object({ list: z.string().check(z.regex(/^[a-z_]{1,40}$/)), format: z.enum(exportFormats) }),
  query: z.record(text(), text()),
  media: Object.values(exportTypes),
  reply: z.unknown(),
  errors: { period_required: 422, too_many_rows: 422, export_busy: 429 },
})
