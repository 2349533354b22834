import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { timeColumn } from '#staff/web/list/columns.ts'
import { byChoice, byLot } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listAlerts } from '../../backoffice.ts'

const stateChoices = [
  { value: 'open', text: 'Em aberto' },
  { value: 'cleared', text: 'Encerrados' },
]

const [standing, over] = [
  { text: 'Em aberto', tone: 'warn' },
  { text: 'Encerrado', tone: 'soft' },
] as const

export default function AlertsPage() {
  const mayChange = useAccess('manager')
  return (
    <ListPage
      title="Avisos"
      endpoint={listAlerts}
      failed="Não foi possível carregar os avisos"
      filters={[byLot, byChoice({ name: 'state', label: 'Situação', choices: stateChoices })]}
      empty={{
        icon: 'check',
        title: 'Nenhum aviso',
        text: 'O portal avisa aqui, e por e-mail, quando algo precisa de atenção.',
      }}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Aviso', cell: ({ text }) => text },
        { title: 'Situação', cell: ({ cleared_at: at }) => <Tag of={at === null ? standing : over} /> },
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
