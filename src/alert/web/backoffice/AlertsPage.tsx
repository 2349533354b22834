import { RouteLink } from '#kit/web/route/RouteLink.tsx'
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
      actions={
        mayChange && (
          <RouteLink to="staff.alertSettings" variant="plain">
            Quando avisar
          </RouteLink>
        )
      }
      endpoint={listAlerts}
      nouns={['aviso', 'avisos']}
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
    />
  )
}
