import { numberText } from '#kit/text/formats.ts'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { listBackOfficeLots } from '../../backoffice.ts'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'

export default function LotsPage() {
  const mayAdd = useAccess('manager', true)
  return (
    <StaffPage
      title="Estacionamentos"
      actions={
        mayAdd && (
          <RouteLink to="staff.lot" params={{ id: 'new' }} variant="primary">
            Adicionar estacionamento
          </RouteLink>
        )
      }
    >
      <EndpointList
        endpoint={listBackOfficeLots}
        narrowedBy={['lot_id']}
        label="Estacionamentos"
        nouns={['estacionamento', 'estacionamentos']}
        failed="Não foi possível carregar os estacionamentos"
        search="Nome"
        empty={{
          icon: 'spaces',
          title: 'Nenhum estacionamento',
          text: 'Cadastre o primeiro, depois a sua tarifa e as suas cancelas.',
        }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.lot', { params: { id: String(id) } })}
        columns={[
          { title: 'Nome', cell: ({ name }) => name },
          { title: 'Vagas', numeric: true, cell: ({ total }) => numberText(total) },
          { title: 'Livres', numeric: true, cell: ({ free }) => numberText(free) },
          {
            title: 'Ocupação',
            numeric: true,
            cell: ({ total, occupied }) => (total === 0 ? '—' : `${Math.round((occupied / total) * 100)}%`),
          },
          {
            title: 'Tarifa',
            cell: ({ tariff }) =>
              tariff === null
                ? 'Sem tarifa: nenhum carro entra'
                : `${tariff.name} (versão ${tariff.version})`,
          },
        ]}
      />
    </StaffPage>
  )
}
