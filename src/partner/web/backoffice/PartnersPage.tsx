import { formatTaxId } from '#kit/brazil.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { ExportMenu } from '#staff/web/backoffice/ExportMenu.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { byLot, byState } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listPartners } from '../../backoffice.ts'
import { partnerStates } from '../../states.ts'

export default function PartnersPage() {
  const mayAdd = useAccess('manager')
  return (
    <ListPage
      title="Parceiros"
      actions={
        <>
          {mayAdd && (
            <RouteLink to="staff.partner" params={{ id: 'new' }} variant="primary">
              Adicionar parceiro
            </RouteLink>
          )}
          <ExportMenu lists={exportedLists} />
        </>
      }
      endpoint={listPartners}
      nouns={['parceiro', 'parceiros']}
      failed="Não foi possível carregar os parceiros"
      search="Nome ou CNPJ"
      filters={[byLot, byState(partnerStates)]}
      empty={{
        icon: 'ticket',
        title: 'Nenhum parceiro',
        text: 'Lojas conveniadas dão descontos aos seus clientes: cadastre a primeira e os benefícios dela.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.partner', { params: { id: String(id) } })}
      columns={[
        { title: 'Nome', cell: ({ name }) => name },
        { title: 'CNPJ', cell: ({ cnpj }) => formatTaxId(cnpj) },
        { title: 'Estacionamentos', cell: ({ lots }) => lots.map(({ name }) => name).join(', ') },
        {
          title: 'Situação',
          cell: ({ active }) => <Tag of={partnerStates[active ? 'active' : 'inactive']} />,
        },
      ]}
    />
  )
}

const exportedLists = [{ list: 'validations', label: 'Exportar convênios' }]
