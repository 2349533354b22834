import * as z from 'zod/mini'
import { endpoint } from '#kit/endpoint.ts'
import { text } from '#kit/fields.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** Query of the list's screen without a page; each list has its own level. */
export const exportList = endpoint('GET', '/api/staff/exports/:list.:format', 'supervisor', {
  summary:
    'A list as a CSV or Excel file, the newest row first, under the filters of its screen (docs/back-office.md#exports).',
  params: z.object({ list: z.string().check(z.regex(/^[a-z_]{1,40}$/)), format: z.enum(exportFormats) }),
  query: z.record(text(), text()),
  media: Object.values(exportTypes),
  reply: z.unknown(),
  errors: { period_required: 422, too_many_rows: 422, export_busy: 429 },
})
