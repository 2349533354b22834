import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { deviceStates } from './deviceStates.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { relativeText } from '#kit/web/entity/AdditionalInfo.tsx'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { listDevices } from '../../backoffice.ts'
import { byChoice, byLot } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'

export default function DevicesPage() {
  return (
    <ListPage
      title="Equipamentos"
      actions={
        <RouteLink to="staff.device" params={{ id: 'new' }} variant="primary">
          Adicionar equipamento
        </RouteLink>
      }
      endpoint={listDevices}
      nouns={['equipamento', 'equipamentos']}
      failed="Não foi possível carregar os equipamentos"
      search="Nome"
      filters={[byLot, byChoice({ name: 'state', label: 'Situação', choices: stateChoices })]}
      empty={{
        icon: 'scan',
        title: 'Nenhum equipamento',
        text: 'Adicione as cancelas, os caixas e os sensores que falam com o Guichê.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.device', { params: { id: String(id) } })}
      columns={[
        { title: 'Nome', cell: ({ name }) => name },
        { title: 'Estacionamentos', cell: ({ lots }) => lots.map(({ name }) => name).join(', ') },
        { title: 'Chave desde', cell: ({ key_at }) => dateTimeText(key_at) },
        { title: 'Última chamada', cell: ({ called_at }) => lastCallText(called_at) },
        {
          title: 'Situação',
          cell: ({ revoked_at: at }) => <Tag of={deviceStates[at === null ? 'active' : 'revoked']} />,
        },
      ]}
    />
  )
}

function lastCallText(calledAt: string | null): string {
  if (calledAt === null) return 'nunca'
  return relativeText(new Date(calledAt), new Date(serverTime())).replace(/ minutos?$/, ' min')
}

const stateChoices = [
  { value: 'active', text: 'Em uso' },
  { value: 'revoked', text: 'Revogados' },
]
