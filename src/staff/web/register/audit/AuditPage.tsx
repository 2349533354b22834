import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { dateTimeText } from '#kit/web/ticket/instants.ts'
import { listAudit, listAuditActors } from '../../../register/auditContract.ts'
import { subjectTexts } from '../../../register/auditTexts.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import { DayFilter } from '../../ops/DayFilter.tsx'
import css from '../../ops/Ops.module.css'
import { About, Changes } from './cells.tsx'

const kinds = Object.entries(subjectTexts).map(([value, text]) => ({ value, text }))

/** Who changed what, before and after, the newest first. */
export default function AuditPage() {
  return (
    <StaffPage title="Auditoria" for="manager">
      <Trail />
    </StaffPage>
  )
}

function Trail() {
  const list = usePagedList(listAudit, { filters: ['actor', 'subject', 'subject_id', 'from', 'until'] })
  return (
    <PagedList
      list={list}
      label="Auditoria"
      failed="Não foi possível carregar a auditoria"
      filters={
        <div className={css.filters}>
          <ActorFilter />
          <Filter name="subject" label="Sobre" choices={kinds} all="Tudo" />
          <DayFilter name="from" label="Desde" />
          <DayFilter name="until" label="Até" />
        </div>
      }
      empty={{ icon: 'clock', title: 'Nada registrado', text: 'Cada mudança no portal aparece aqui.' }}
      keyOf={({ id }) => id}
      columns={[
        { title: 'O quê', cell: (row) => <About row={row} /> },
        { title: 'Quem', cell: ({ who }) => who },
        { title: 'Quando', cell: ({ at }) => dateTimeText(at), numeric: true },
        { title: 'Mudança', cell: ({ changes }) => <Changes changes={changes} /> },
      ]}
    />
  )
}

/** Narrows the trail to one person, machine or system. */
function ActorFilter() {
  const { view } = useLoad(useCallback((signal: AbortSignal) => call(listAuditActors, { signal }), []))
  const actors = view.state === 'ready' ? view.value.data : []
  return <Filter name="actor" label="Quem" choices={actors.map(({ id, text }) => ({ value: id, text }))} />
}
