import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { IntervalControl } from '#kit/web/interval/IntervalControl.tsx'
import { useIntervalInAddress } from '#kit/web/interval/useIntervalInAddress.ts'
import { Filter } from '#kit/web/list/Filter.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { readDashboard } from '../../dashboard.ts'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { Today } from '../today/Today.tsx'
import css from './Dashboard.module.css'
import { Plots } from './Plots.tsx'
import { TicketSearch } from './TicketSearch.tsx'

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
  const [interval, setInterval] = useIntervalInAddress()
  const { query } = useRoute()
  const { startDate: from, endDate: to } = interval
  const by = interval.type === 'year' ? 'month' : 'day'
  const lotId = query['lot']
  const exportQuery = { from, until: to, lot_id: lotId }
  const { view, reload } = useLoad(
    useCallback(
      async (signal: AbortSignal) => {
        const asked = { from, to, by, ...(lotId === undefined ? {} : { lot_id: lotId }) } as const
        return (await call(readDashboard, { query: asked, signal })).data
      },
      [from, to, by, lotId],
    ),
  )
  return (
    <section className={css.period} aria-label="Números do período">
      <div className={css.controls}>
        <IntervalControl interval={interval} onChange={setInterval} />
        {view.state === 'ready' && view.value.lots.length > 1 && (
          <Filter
            name="lot"
            label="Estacionamento"
            choices={view.value.lots.map(({ id, name }) => ({ value: String(id), text: name }))}
          />
        )}
      </div>
      <div className={css.exports}>
        <ExportLinks list="movements" label="Exportar movimentos" query={exportQuery} />
        <ExportLinks list="refunds" label="Exportar devoluções" query={exportQuery} />
      </div>
      {view.state === 'loading' && <Skeleton lines={8} label="Somando os dias, aguarde..." />}
      {view.state === 'failed' && (
        <LoadFailed title="Não foi possível carregar os números" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && (
        <>
          <FirstSteps steps={view.value.first_steps} />
          <WithoutTariff lots={view.value.without_tariff} />
          <Plots {...view.value} />
        </>
      )}
    </section>
  )
}

function WithoutTariff({ lots }: { lots: readonly { id: number; name: string }[] }) {
  return lots.map(({ id, name }) => (
    <Situation key={id} tone="warn" title={`${name}: sem tarifa, nenhum carro entra`}>
      <p>
        <RouteLink to="staff.lot" params={{ id: String(id) }}>
          Cadastrar a tarifa
        </RouteLink>
      </p>
    </Situation>
  ))
}
