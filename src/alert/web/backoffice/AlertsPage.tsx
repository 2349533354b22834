import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { timeColumn } from '#staff/web/list/columns.ts'
import { byLot, byState } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listAlerts } from '../../backoffice.ts'

const states = {
  open: { text: 'Em aberto', tone: 'warn' },
  cleared: { text: 'Encerrado', tone: 'soft' },
} as const

export default function AlertsPage() {
  const mayChange = useAccess('manager')
  return (
    <ListPage
      title="Avisos"
      endpoint={listAlerts}
      failed="Não foi possível carregar os avisos"
      filters={[byLot, byState({ ...states, cleared: { text: 'Encerrados' } }, 'Todos')]}
      empty={{
        icon: 'check',
        title: 'Nenhum aviso',
        text: 'O portal avisa aqui, e por e-mail, quando algo precisa de atenção.',
      }}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Aviso', cell: ({ text }) => text },
        {
          title: 'Situação',
          cell: ({ cleared_at: at }) => <Tag of={states[at === null ? 'open' : 'cleared']} />,
        },
        timeColumn('Desde', 'since'),
        { ...timeColumn('Até', 'cleared_at'), wideOnly: true },
        { title: 'Estacionamento', cell: ({ lot }) => lot ?? 'Todos', wideOnly: true },
      ]}
    >
      {mayChange && (
        <div className={register.add}>
          <RouteLink to="staff.alertSettings" variant="plain">
            Quando avisar
          </RouteLink>
        </div>
      )}
    </ListPage>
  )
}
