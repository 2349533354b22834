import { groupCode } from '#checkout/groupCode.ts'
import type { AuditRow } from '../../audit.ts'
import { subjectLink } from '../frame/backoffice.ts'
import css from './Audit.module.css'

export function About({ row }: { row: AuditRow }) {
  const { name, href } = subjectLink(row.subject, row.ref)
  const about = `${name} ${readable(row.about)}`
  return (
    <>
      <span>{row.action}</span>
      <span className={css.about}>{href === null ? about : <a href={href}>{about}</a>}</span>
    </>
  )
}

export function Changes({ changes }: Pick<AuditRow, 'changes'>) {
  if (changes.length === 0) return '—'
  return (
    <ul className={css.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span>{`${field}: `}</span>
          {before !== null && <del>{readable(before)}</del>}
          {before !== null && <span> → </span>}
          {after === null ? <ins>vazio</ins> : <ins>{readable(after)}</ins>}
        </li>
      ))}
    </ul>
  )
}

function readable(text: string): string {
  return /^\d{13}$/.test(text) ? groupCode(text) : text
}
