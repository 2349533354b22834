import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { IntervalControl, useIntervalQuery } from '../interval/IntervalControl.tsx'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { readDashboard, type firstSteps } from '../../dashboard.ts'
import { ExportMenu } from '#staff/web/backoffice/ExportMenu.tsx'
import { backOfficeSearchField } from '#staff/web/frame/backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { Today } from '../today/Today.tsx'
import css from './Dashboard.module.css'
import { Plots } from './Plots.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'

export default function DashboardPage() {
  const SearchField = backOfficeSearchField()
  return (
    <StaffPage title="Painel">
      <SearchField />
      <Overview />
    </StaffPage>
  )
}

type DashboardLoad = ReturnType<typeof useCall<typeof readDashboard>>

function Overview() {
  const [interval, setInterval] = useIntervalQuery()
  const { query } = useRoute()
  const lotId = query['lot']
  const { startDate: from, endDate: to } = interval
  const by = interval.type === 'year' ? 'month' : 'day'
  const load = useCall(readDashboard, { query: { from, to, by, lot_id: lotId } })
  return (
    <>
      <Notices load={load} />
      <Today />
      <section className={`stack loose ${css.period}`} aria-label="Números do período">
        <IntervalControl interval={interval} onChange={setInterval}>
          <LotFilter load={load} />
        </IntervalControl>
        <PeriodLinks query={{ from, until: to, lot_id: lotId }} />
        <LoadView
          load={load}
          label="Somando os dias, aguarde..."
          failed="Não foi possível carregar os números"
        >
          {({ data }) => <Plots {...data} />}
        </LoadView>
      </section>
    </>
  )
}

function LotFilter({ load: { view } }: { load: DashboardLoad }) {
  const lots = view.state === 'ready' ? view.value.data.lots : []
  if (view.state === 'ready' && lots.length < 2) return null
  const choices = lots.map(({ id, name }) => ({ value: String(id), text: name }))
  return <QueryFilter name="lot" label="Estacionamento" choices={choices} />
}

type PeriodQuery = { from: string; until: string; lot_id: string | undefined }

function PeriodLinks({ query }: { query: PeriodQuery }) {
  return (
    <div className={css.exports}>
      <RouteLink to="staff.taken" query={query}>
        Ver os recebimentos um a um
      </RouteLink>
      <RouteLink to="staff.occupancy">Ver a ocupação por hora</RouteLink>
      <ExportMenu
        lists={[
          { list: 'movements', label: 'Exportar movimentos', query },
          { list: 'refunds', label: 'Exportar devoluções', query },
        ]}
      />
    </div>
  )
}

/** Stands above the figures, which appear together with it. */
function Notices({ load: { view } }: { load: DashboardLoad }) {
  if (view.state === 'loading') return <Skeleton lines={8} label="Somando os dias, aguarde..." />
  if (view.state === 'failed') return null
  const { first_steps: steps, warnings, without_tariff: lots } = view.value.data
  return (
    <>
      <FirstSteps steps={steps} />
      <EnvironmentWarnings texts={warnings} />
      <WithoutTariff lots={lots} />
    </>
  )
}

function EnvironmentWarnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <Callout tone="warn" title="Configuração do servidor">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Callout>
  )
}

function WithoutTariff({ lots }: { lots: readonly { id: number; name: string }[] }) {
  return lots.map(({ id, name }) => (
    <Callout key={id} tone="warn" title={`${name}: sem tarifa, nenhum carro entra`}>
      <p>
        <RouteLink to="staff.lot" params={{ id: String(id) }}>
          Cadastrar a tarifa
        </RouteLink>
      </p>
    </Callout>
  ))
}

type Step = (typeof firstSteps)[number]

const stepRows = {
  identity: { text: 'Nome, CNPJ e contato do estacionamento', to: 'staff.settings' },
  lot: { text: 'Um estacionamento com as suas vagas', to: 'staff.lots' },
  tariff: { text: 'A tarifa do estacionamento', to: 'staff.lots' },
  device: { text: 'Um equipamento com a sua chave', to: 'staff.devices' },
} as const satisfies Readonly<Record<Step, { text: string; to: string }>>

/** Shows nothing once all is done (docs/spec.md#r36). */
function FirstSteps({ steps }: { steps: readonly { step: Step; done: boolean }[] }) {
  if (steps.every(({ done }) => done)) return null
  const unnamed = steps.some(({ step, done }) => step === 'identity' && !done)
  return (
    <Callout tone="warn" title="Primeiros passos">
      {unnamed && <p>Até o nome, o CNPJ e o contato serem salvos, ninguém paga nem reserva por aqui.</p>}
      <ol>
        {steps.map(({ step, done }) => (
          <li key={step}>
            {done ? (
              `Feito: ${stepRows[step].text}`
            ) : (
              <RouteLink to={stepRows[step].to}>{stepRows[step].text}</RouteLink>
            )}
          </li>
        ))}
      </ol>
    </Callout>
  )
}
