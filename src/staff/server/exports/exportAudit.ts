import { sql } from 'kysely'
import { lookUp } from '#kit/text/lookUp.ts'
import { type AuditRow, listAudit } from '../../contract.ts'
import { actorText } from '../../auditTerms.ts'
import { registerZone } from '../lists.ts'
import { exportOf } from './exportOf.ts'
import { isInBatch, type RowKey } from './readBatches.ts'
import { trailFilters, wireRows } from '../audit/routes.ts'
import { narrowTrail, trailRows } from '../audit/searchTrail.ts'

type Row = AuditRow & { readonly instant: Date; readonly kind: string }

export const auditExport = exportOf({
  list: 'audit',
  file: 'auditoria',
  title: 'Auditoria',
  screen: '/staff/audit',
  level: 'manager',
  needsPeriod: true,
  filters: listAudit.query,
  words: ({ actor, subject, subject_id }, { trails }) => ({
    actor: actor && actorText(actor),
    subject: subject && (lookUp(trails, subject)?.name ?? subject),
    subject_id,
  }),
  keys: async (deps, { query, lots, from, until }) => {
    const list = narrowTrail(deps.db, { ...trailFilters(deps, query, lots), from, until })
    return [sql<RowKey>`(select id, at from (${list}) as list)`]
  },
  rows: async (deps, batch) => {
    const stored = await trailRows(deps.db, isInBatch(batch, 'audit.at', 'audit.id'))
    const instants = new Map(stored.map(({ id, at }) => [id, at]))
    const rows = await wireRows(deps, stored)
    return rows.flatMap((row): Row[] => {
      const instant = instants.get(row.id)
      const kind = lookUp(deps.trails, row.subject)?.name ?? row.subject
      return instant === undefined ? [] : [{ ...row, instant, kind }]
    })
  },
  zone: () => registerZone,
  columns: [
    { title: 'Data', kind: 'dateTime', value: (row) => row.instant },
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
