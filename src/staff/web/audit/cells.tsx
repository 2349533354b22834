import { hrefTo } from '#kit/web/route/routes.ts'
import { groupCode } from '#counter/web/ticket/code.ts'
import type { AuditRow } from '../../audit.ts'
import { subjectTexts } from '../../auditTexts.ts'
import css from './Audit.module.css'

/** What happened and to what, leading to its own screen. */
export function About({ row }: { row: AuditRow }) {
  const href = hrefOf(row)
  const about = `${subjectTexts[row.subject]} ${/^\d{13}$/.test(row.about) ? groupCode(row.about) : row.about}`
  return (
    <>
      {row.action}
      <span className={css.about}>{href === null ? about : <a href={href}>{about}</a>}</span>
    </>
  )
}

function hrefOf({ subject, ref }: AuditRow): string | null {
  if (ref === null) return null
  switch (subject) {
    case 'ticket':
      return hrefTo('staff.ticket', { params: { code: ref } })
    case 'payment':
      return hrefTo('staff.transaction', { params: { token: ref } })
    case 'reservation':
      return hrefTo('staff.reservation', { params: { token: ref } })
    case 'lot':
    case 'tariff':
      return hrefTo('staff.lot', { params: { id: ref } })
    case 'device':
      return hrefTo('staff.device', { params: { id: ref } })
    case 'account':
      return hrefTo('staff.user', { params: { id: ref } })
    case 'statement':
      return hrefTo('staff.statement', { params: { id: ref } })
    case 'setting':
      return hrefTo('staff.settings')
  }
}

/** The fields that changed, before and after. */
export function Changes({ changes }: Pick<AuditRow, 'changes'>) {
  if (changes.length === 0) return '—'
  return (
    <ul className={css.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: {before !== null && <del>{before}</del>}
          {before !== null && ' → '}
          {after === null ? <ins>vazio</ins> : <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  )
}
