import { LotScreen } from '#parking/web/backoffice/LotScreen.tsx'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { listTariffs, type TariffState } from '../../tariffBackOffice.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'
import { tariffKindTexts } from '../../tariffEntry.ts'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import css from '#staff/web/backoffice/Register.module.css'

export default function LotPage() {
  return <LotScreen tariff={({ id, mayEdit }) => <TariffVersions lotId={id} mayEdit={mayEdit} />} />
}

const stateTags = {
  in_force: { text: 'Em vigor', tone: 'go' },
  scheduled: { text: 'Começa em', tone: 'sign' },
  ended: { text: 'Encerrada', tone: 'soft' },
  withdrawn: { text: 'Retirada', tone: 'soft' },
} as const satisfies Readonly<Record<TariffState, StatusLabel>>

function stateTag(state: TariffState, startsAt: string): StatusLabel {
  const tag = stateTags[state]
  return state === 'scheduled' ? { ...tag, text: `${tag.text} ${dateTimeText(startsAt)}` } : tag
}

function TariffVersions({ lotId, mayEdit }: { lotId: string; mayEdit: boolean }) {
  const add = mayEdit && (
    <div className={css.add}>
      <RouteLink to="staff.tariff" params={{ id: lotId }} variant="plain" icon="receipt">
        Nova versão da tarifa
      </RouteLink>
    </div>
  )
  return (
    <section className="stack loose" aria-labelledby="tarifa">
      <h2 id="tarifa">Tarifa</h2>
      {add}
      <EndpointList
        endpoint={listTariffs}
        params={{ id: lotId }}
        label="Versões da tarifa"
        nouns={['versão', 'versões']}
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
            cell: ({ state, starts_at }) => <Tag of={stateTag(state, starts_at)} />,
          },
          { title: 'Desde', numeric: true, cell: ({ starts_at }) => dateTimeText(starts_at) },
        ]}
      />
    </section>
  )
}
