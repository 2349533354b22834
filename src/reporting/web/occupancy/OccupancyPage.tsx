import { useId } from 'react'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { IntervalControl, useIntervalQuery } from '../interval/IntervalControl.tsx'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { type OccupancyRow, readOccupancy } from '#parking/occupancy.ts'
import { LotFilter } from '#staff/web/list/LotFilter.tsx'
import { ExportMenu } from '#staff/web/backoffice/ExportMenu.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import plot from '../plot/Plot.module.css'
import css from './Occupancy.module.css'
import { OccupancyPlot } from './OccupancyPlot.tsx'

/** docs/back-office.md#ocupação */
export default function OccupancyPage() {
  return (
    <StaffPage title="Ocupação" actions={<OccupancyExport />}>
      <Occupancy />
    </StaffPage>
  )
}

const views = [{ value: 'week', text: 'Por dia da semana e hora' }]

function OccupancyExport() {
  const [{ startDate: from, endDate: until }] = useIntervalQuery()
  const query = { from, until, period: undefined, view: undefined }
  return <ExportMenu lists={[{ list: 'occupancy', query }]} />
}

function Occupancy() {
  const [interval, setInterval] = useIntervalQuery()
  const { query } = useRoute()
  const { startDate: from, endDate: until } = interval
  const lot = query['lot_id']
  const inTime = interval.type === 'year' ? 'day' : 'hour'
  const by = query['view'] === 'week' ? 'weekday_hour' : inTime
  const load = useCall(readOccupancy, { query: { from, until, by, lot_id: lot } })
  return (
    <section className={`${css.occupancy} stack far`} aria-label="Ocupação do período">
      <IntervalControl interval={interval} onChange={setInterval}>
        <LotFilter />
        <QueryFilter
          name="view"
          label="Mostrar"
          choices={views}
          all={by === 'day' ? 'Por dia' : 'Por hora'}
        />
      </IntervalControl>
      <LoadView
        load={load}
        label="Buscando a ocupação, aguarde..."
        failed="Não foi possível carregar a ocupação"
      >
        {({ data: { rows } }) =>
          rows.length === 0 ? (
            <Callout tone="sign" title="Nada medido neste período">
              <p>A ocupação é medida a cada meio minuto e guardada por dois anos. Escolha outro período.</p>
            </Callout>
          ) : (
            [...new Set(rows.map((row) => row.lot_id))].map((id) => {
              const ofLot = rows.filter((row) => row.lot_id === id)
              if (by === 'weekday_hour') return <WeekTable key={id} rows={ofLot} />
              return <OccupancyPlot key={id} rows={ofLot} by={by} span={{ from, until }} />
            })
          )
        }
      </LoadView>
    </section>
  )
}

const weekdays = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom']
const hours = Array.from({ length: 24 }, (_, hour) => hour)

function WeekTable({ rows }: { rows: readonly OccupancyRow[] }) {
  const heading = useId()
  const byPeriod = new Map(rows.map((row) => [row.period, row]))
  return (
    <section className={plot.plot} aria-labelledby={heading}>
      <h2 id={heading}>{rows[0]?.lot}</h2>
      <p className={plot.note}>Média de vagas ocupadas, em %</p>
      <table className={css.week}>
        <thead>
          <tr>
            <th scope="col">Hora</th>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{`${hour}h`}</th>
              {weekdays.map((day, i) => (
                <ShareCell key={day} row={byPeriod.get(`${i + 1}T${String(hour).padStart(2, '0')}`)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ShareCell({ row }: { row: OccupancyRow | undefined }) {
  if (!row) return <td aria-label="sem medida">–</td>
  const share = Math.round((100 * row.taken_mean) / Math.max(1, row.spaces))
  return (
    <td
      style={{
        backgroundColor: `color-mix(in srgb, var(--sign) ${Math.min(100, share) * 0.6}%, var(--paper))`,
      }}
      title={row.hours === 1 ? 'de 1 hora' : `de ${row.hours} horas`}
    >
      {share}
    </td>
  )
}
