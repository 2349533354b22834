import { sql } from 'kysely'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { type AuditRow, listAudit } from '../../contract.ts'
import { actorText } from '../../auditTerms.ts'
import { ofEndpoint } from './defineList.ts'
import { defineExport } from './defineExport.ts'
import { trailFilters, wireAuditRows } from '../audit/routes.ts'
import { findTrailRows, narrowTrail } from '../audit/searchTrail.ts'

export const auditExport = defineExport({
  ...ofEndpoint(listAudit),
  title: 'Auditoria',
  needsPeriod: true,
  filterTexts: ({ actor, subject, subject_id }, { trails }) => ({
    actor: actor && actorText(actor),
    subject: subject && (lookUp(trails, subject)?.name ?? subject),
    subject_id,
  }),
  keys: async (deps, wanted) => [
    narrowTrail(deps.db, trailFilters(deps, wanted, await deps.operatorTimeZone())),
  ],
  rows: async (deps, { ids }) => {
    const stored = await findTrailRows(deps.db, sql`audit.id = ${anyOf(ids)}`)
    const rows = await wireAuditRows(deps, stored)
    return rows.map((row) => ({ ...row, kind: lookUp(deps.trails, row.subject)?.name ?? row.subject }))
  },
  columns: [
    { title: 'Data', kind: 'dateTime', value: (row) => new Date(row.at) },
    { title: 'Quem', kind: 'text', value: (row) => row.who },
    { title: 'Assunto', kind: 'text', value: (row) => row.kind },
    { title: 'Referência', kind: 'text', value: (row) => row.about },
    { title: 'Ação', kind: 'text', value: (row) => row.action },
    { title: 'Antes', kind: 'text', value: (row) => changesText(row, 'before') },
    { title: 'Depois', kind: 'text', value: (row) => changesText(row, 'after') },
  ],
})

/** 'Nome: Centro; Vagas: 120'; null without changes. */
function changesText({ changes }: AuditRow, side: 'before' | 'after'): string | null {
  const fields = changes.flatMap((change) => {
    const value = change[side]
    return value === null ? [] : [`${change.field}: ${value}`]
  })
  return fields.length === 0 ? null : fields.join('; ')
}
