import { LotScreen } from '#parking/web/backoffice/LotScreen.tsx'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { listTariffs } from '../../tariffBackOffice.ts'
import { tariffKindTexts } from '../../tariffEntry.ts'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import css from '#staff/web/backoffice/Register.module.css'

export default function LotPage() {
  return <LotScreen tariff={({ id, mayEdit }) => <TariffVersions lotId={id} mayEdit={mayEdit} />} />
}

const versionTags = {
  current: { text: 'Em vigor', tone: 'go' },
  past: { text: 'Anterior', tone: 'soft' },
} as const

function TariffVersions({ lotId, mayEdit }: { lotId: string; mayEdit: boolean }) {
  const add = mayEdit && (
    <div className={css.add}>
      <RouteLink to="staff.tariff" params={{ id: lotId }} variant="plain" icon="receipt">
        Nova versão da tarifa
      </RouteLink>
    </div>
  )
  return (
    <section className={css.versions} aria-labelledby="tarifa">
      <h2 id="tarifa">Tarifa</h2>
      {add}
      <EndpointList
        endpoint={listTariffs}
        params={{ id: lotId }}
        label="Versões da tarifa"
        failed="Não foi possível carregar a tarifa"
        empty={{
          icon: 'receipt',
          title: 'Sem tarifa',
          text: 'Sem ela nenhum carro entra neste estacionamento.',
        }}
        keyOf={({ version }) => version}
        href={({ version }) =>
          hrefTo('staff.tariff', { params: { id: lotId }, query: { version: String(version) } })
        }
        columns={[
          { title: 'Nome', cell: ({ name }) => name },
          { title: 'Versão', numeric: true, cell: ({ version }) => version },
          { title: 'Tipo', cell: ({ kind }) => tariffKindTexts[kind] },
          {
            title: 'Situação',
            cell: ({ current }) => <Tag of={current ? versionTags.current : versionTags.past} />,
          },
          { title: 'Desde', numeric: true, cell: ({ created_at }) => dateTimeText(created_at) },
        ]}
      />
    </section>
  )
}
