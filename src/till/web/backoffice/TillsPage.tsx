import { hrefTo } from '#kit/web/route/routes.ts'
import { ExportMenu } from '#staff/web/backoffice/ExportMenu.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { lotColumn, timeColumn } from '#staff/web/list/columns.ts'
import { byLot, byPeriod, byState } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listTills } from '../../backoffice.ts'
import { differenceText } from '../../expected.ts'
import { tillName, tillStates } from '../../states.ts'

export default function TillsPage() {
  return (
    <ListPage
      title="Caixas"
      endpoint={listTills}
      nouns={['caixa', 'caixas']}
      failed="Não foi possível carregar os caixas"
      search="Número do caixa"
      filters={[byLot, byState(tillStates), ...byPeriod()]}
      actions={<ExportMenu lists={exportedLists} />}
      empty={{
        icon: 'receipt',
        title: 'Nenhum caixa',
        text: 'Quem recebe no balcão abre o seu caixa em ‘Caixa’, e cada turno aparece aqui.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.shift', { params: { id: String(id) } })}
      columns={[
        { title: 'Caixa', cell: ({ number }) => tillName(number) },
        { title: 'Situação', cell: ({ state }) => <Tag of={tillStates[state]} /> },
        { title: 'Operador', cell: ({ person }) => person },
        timeColumn('Aberto', 'opened_at'),
        { ...timeColumn('Fechado', 'closed_at'), wideOnly: true },
        { title: 'Diferença', cell: ({ difference }) => (difference ? differenceText(difference) : '—') },
        lotColumn,
      ]}
    />
  )
}

const exportedLists = [{ list: 'tills' }, { list: 'till_takes', label: 'Exportar recebimentos' }]
