import { useCall } from '#kit/web/call/useCall.ts'
import { Filter } from '#kit/web/list/Filter.tsx'
import { CallList } from '#kit/web/list/PagedList.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { listAudit, listAuditActors, type AuditRow } from '../../contract.ts'
import { subjectNames, subjectLink } from '../frame/backoffice.ts'
import { StaffPage } from '../frame/StaffPage.tsx'
import { ExportLinks } from '../backoffice/ExportLinks.tsx'
import { DayFilter } from '../backoffice/DayFilter.tsx'
import ops from '../backoffice/Ops.module.css'
import { groupCode } from '#checkout/groupCode.ts'
import css from './Audit.module.css'

export default function AuditPage() {
  return (
    <StaffPage title="Auditoria">
      <CallList
        endpoint={listAudit}
        narrowedBy={['actor', 'subject', 'subject_id', 'from', 'until']}
        label="Alterações"
        failed="Não foi possível carregar a auditoria"
        filters={
          <div className={ops.filters}>
            <Actors />
            <Filter name="subject" label="O quê" choices={subjectNames()} all="Tudo" />
            <DayFilter name="from" label="Desde" />
            <DayFilter name="until" label="Até" />
            <ExportLinks list="audit" />
          </div>
        }
        empty={{
          icon: 'clock',
          title: 'Nada registrado',
          text: 'Cada alteração da equipe e de cada pagamento aparece aqui.',
        }}
        keyOf={(row) => row.id}
        columns={[
          { title: 'O quê', cell: (row) => <About row={row} /> },
          { title: 'Quem', cell: (row) => <span className={ops.words}>{row.who}</span> },
          { title: 'Quando', cell: (row) => dateTimeText(row.at), numeric: true },
          { title: 'Antes e depois', cell: (row) => <Changes changes={row.changes} /> },
        ]}
      />
    </StaffPage>
  )
}

function Actors() {
  const { view } = useCall(listAuditActors)
  const actors = view.state === 'ready' ? view.value.data : []
  return <Filter name="actor" label="Quem" choices={actors.map(({ id, text }) => ({ value: id, text }))} />
}

function About({ row }: { row: AuditRow }) {
  const { name, href } = subjectLink(row.subject, row.ref)
  const about = `${name} ${readable(row.about)}`
  return (
    <>
      <span>{row.action}</span>
      <span className={css.about}>{href === null ? about : <a href={href}>{about}</a>}</span>
    </>
  )
}

function Changes({ changes }: Pick<AuditRow, 'changes'>) {
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
