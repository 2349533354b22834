import { useEffect, useRef, type SubmitEvent } from 'react'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { IntervalControl, useIntervalQuery } from '../interval/IntervalControl.tsx'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useRoute, go } from '#kit/web/route/routes.ts'
import { readDashboard, type firstSteps } from '../../dashboard.ts'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { Today } from '../today/Today.tsx'
import css from './Dashboard.module.css'
import { Plots } from './Plots.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Field } from '#kit/web/field/Field.tsx'

export default function DashboardPage() {
  return (
    <StaffPage title="Painel">
      <TicketSearch />
      <Today />
      <Period />
    </StaffPage>
  )
}

function Period() {
  const [interval, setInterval] = useIntervalQuery()
  const { query } = useRoute()
  const { startDate: from, endDate: to } = interval
  const by = interval.type === 'year' ? 'month' : 'day'
  const lotId = query['lot']
  const exportQuery = { from, until: to, lot_id: lotId }
  const load = useCall(readDashboard, { query: { from, to, by, lot_id: lotId } })
  const lots = load.view.state === 'ready' ? load.view.value.data.lots : []
  return (
    <section className={css.period} aria-label="Números do período">
      <IntervalControl interval={interval} onChange={setInterval}>
        {(load.view.state !== 'ready' || lots.length > 1) && (
          <QueryFilter
            name="lot"
            label="Estacionamento"
            choices={lots.map(({ id, name }) => ({ value: String(id), text: name }))}
          />
        )}
      </IntervalControl>
      <div className={css.exports}>
        <ExportLinks list="movements" label="Exportar movimentos" query={exportQuery} />
        <ExportLinks list="refunds" label="Exportar devoluções" query={exportQuery} />
      </div>
      <LoadView load={load} label="Somando os dias, aguarde..." failed="Não foi possível carregar os números">
        {({ data }) => (
          <>
            <FirstSteps steps={data.first_steps} />
            <WithoutTariff lots={data.without_tariff} />
            <Plots {...data} />
          </>
        )}
      </LoadView>
    </section>
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

function TicketSearch() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    go('staff.tickets', { query: { q: field.current?.value.trim() } })
  }
  return (
    <form role="search" className={css.search} onSubmit={search}>
      <Field label="Código do ticket ou placa" autoComplete="off" ref={field} />
      <Button type="submit" icon="search">
        Buscar ticket
      </Button>
    </form>
  )
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
