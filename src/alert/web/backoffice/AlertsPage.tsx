import { Filter } from '#kit/web/list/Filter.tsx'
import { CallList } from '#kit/web/list/PagedList.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { LotFilter } from '#parking/web/backoffice/LotFilter.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { listAlerts } from '../../backoffice.ts'

export default function AlertsPage() {
  const mayChange = useAccess('manager')
  return (
    <StaffPage title="Avisos">
      {mayChange && (
        <div className={register.add}>
          <RouteLink to="staff.alertSettings" look="plain">
            Quando avisar
          </RouteLink>
        </div>
      )}
      <CallList
        endpoint={listAlerts}
        narrowedBy={['lot_id', 'state']}
        label="Avisos"
        failed="Não foi possível carregar os avisos"
        filters={
          <>
            <LotFilter />
            <Filter name="state" label="Situação" choices={states} all="Todos" />
          </>
        }
        empty={{
          icon: 'check',
          title: 'Nenhum aviso',
          text: 'O portal avisa aqui, e por e-mail, quando algo precisa de atenção.',
        }}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Aviso', cell: ({ text }) => text },
          { title: 'Situação', cell: ({ cleared_at: at }) => <Tag of={at === null ? standing : over} /> },
          { title: 'Desde', cell: ({ since }) => dateTimeText(since) },
          {
            title: 'Até',
            cell: ({ cleared_at: at }) => (at === null ? '—' : dateTimeText(at)),
            wideOnly: true,
          },
          { title: 'Estacionamento', cell: ({ lot }) => lot ?? 'Todos', wideOnly: true },
        ]}
      />
    </StaffPage>
  )
}

const states = [
  { value: 'open', text: 'Em aberto' },
  { value: 'cleared', text: 'Encerrados' },
]

const [standing, over] = [
  { text: 'Em aberto', tone: 'warn' },
  { text: 'Encerrado', tone: 'soft' },
] as const
