import { ButtonFace, buttonClass } from '#kit/web/Button.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { listDeskLots } from '../../../register/lotContract.ts'
import { useMay } from '../../frame/may.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import css from '../Register.module.css'

/** The car parks, with what is taken of them and what they cost. */
export default function LotsPage() {
  return (
    <StaffPage title="Estacionamentos">
      <Lots />
    </StaffPage>
  )
}

function Lots() {
  const list = usePagedList(listDeskLots)
  const add = useMay('manager') && (
    <a className={`${buttonClass('plain')} ${css.add}`} href={hrefTo('staff.lot', { params: { id: 'new' } })}>
      <ButtonFace icon="spaces">Novo estacionamento</ButtonFace>
    </a>
  )
  return (
    <>
      {add}
      <PagedList
        list={list}
        label="Estacionamentos"
        failed="Não foi possível carregar os estacionamentos"
        search="Nome do estacionamento"
        empty={{
          icon: 'spaces',
          title: 'Nenhum estacionamento',
          text: 'Cadastre o primeiro, depois a sua tarifa e as suas cancelas.',
        }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.lot', { params: { id: String(id) } })}
        columns={[
          { title: 'Nome', cell: ({ name }) => name },
          { title: 'Vagas', numeric: true, cell: ({ total }) => total.toLocaleString('pt-BR') },
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
    </>
  )
}
