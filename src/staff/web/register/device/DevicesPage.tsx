import { ButtonFace, buttonClass } from '#kit/web/Button.tsx'
import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/ticket/instants.ts'
import { listDevices } from '../../../register/deviceContract.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import { LotFilter } from '../../ops/LotFilter.tsx'
import { Tag } from '../../ops/Tag.tsx'
import css from '../Register.module.css'

const standing = {
  active: { text: 'Ativo', tone: 'go' },
  revoked: { text: 'Revogado', tone: 'soft' },
} as const

const states = [
  { value: 'active', text: 'Ativo' },
  { value: 'revoked', text: 'Revogado' },
]

/** Gates, cashiers, cameras and sensors, by the keys that they call with. */
export default function DevicesPage() {
  return (
    <StaffPage title="Equipamentos" for="manager">
      <Devices />
    </StaffPage>
  )
}

function Devices() {
  const list = usePagedList(listDevices, { filters: ['lot_id', 'state'] })
  return (
    <>
      <a
        className={`${buttonClass('plain')} ${css.add}`}
        href={hrefTo('staff.device', { params: { id: 'new' } })}
      >
        <ButtonFace icon="scan">Novo equipamento</ButtonFace>
      </a>
      <PagedList
        list={list}
        label="Equipamentos"
        failed="Não foi possível carregar os equipamentos"
        search="Nome do equipamento"
        filters={
          <>
            <LotFilter />
            <Filter name="state" label="Situação" choices={states} />
          </>
        }
        empty={{
          icon: 'scan',
          title: 'Nenhum equipamento',
          text: 'Cadastre cancelas, caixas e sensores: cada um chama o portal com a sua chave.',
        }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.device', { params: { id: String(id) } })}
        columns={[
          { title: 'Nome', cell: ({ name }) => name },
          { title: 'Estacionamentos', cell: ({ lots }) => lots.map(({ name }) => name).join(', ') },
          {
            title: 'Situação',
            cell: ({ revoked_at }) => <Tag of={revoked_at === null ? standing.active : standing.revoked} />,
          },
          {
            title: 'Chave desde',
            numeric: true,
            wideOnly: true,
            cell: ({ key_at }) => dateTimeText(key_at),
          },
        ]}
      />
    </>
  )
}
