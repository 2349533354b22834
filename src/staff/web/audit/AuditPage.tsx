import { useCall } from '#kit/web/call/useCall.ts'
import { listAudit, listAuditActors, type AuditRow } from '../../contract.ts'
import { subjectNames, subjectLink } from '../frame/backoffice.ts'
import { timeColumn } from '../list/columns.ts'
import { byChoice, byPeriod, ChoiceFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import ops from '../backoffice/Ops.module.css'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import css from './Audit.module.css'

export default function AuditPage() {
  return (
    <ListPage
      title="Auditoria"
      endpoint={listAudit}
      label="Alterações"
      nouns={['alteração', 'alterações']}
      failed="Não foi possível carregar a auditoria"
      filters={[
        { name: 'actor', control: <Actors /> },
        byChoice({ name: 'subject', label: 'O quê', choices: subjectNames(), all: 'Tudo' }),
        { name: 'subject_id' },
        ...byPeriod(),
      ]}
      exportName="audit"
      empty={{
        icon: 'clock',
        title: 'Nada registrado',
        text: 'Cada alteração da equipe e de cada pagamento aparece aqui.',
      }}
      keyOf={({ id }) => id}
      columns={[
        { title: 'O quê', cell: (row) => <About row={row} /> },
        { title: 'Quem', cell: ({ who }) => <span className={ops.words}>{who}</span> },
        { ...timeColumn('Quando', 'at'), numeric: true },
        { title: 'Antes e depois', cell: ({ changes }) => <Changes changes={changes} /> },
      ]}
    />
  )
}

function Actors() {
  const { view } = useCall(listAuditActors)
  const actors = view.state === 'ready' ? view.value.data : []
  return (
    <ChoiceFilter name="actor" label="Quem" choices={actors.map(({ id, text }) => ({ value: id, text }))} />
  )
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
          {before !== null && <del className="soft">{readable(before)}</del>}
          {before !== null && <span> → </span>}
          {after === null ? <ins>vazio</ins> : <ins>{readable(after)}</ins>}
        </li>
      ))}
    </ul>
  )
}

function readable(text: string): string {
  return /^\d{13}$/.test(text) ? formatTicketCode(text) : text
}
