import { useId } from 'react'
import type { OccupancyRow } from '#parking/occupancy.ts'
import css from './Occupancy.module.css'

const weekdays = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom']
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** In per cent, darker where fuller. */
export function WeekTable({ rows }: { rows: readonly OccupancyRow[] }) {
  const heading = useId()
  const byPeriod = new Map(rows.map((row) => [row.period, row]))
  return (
    <section className={css.plot} aria-labelledby={heading}>
      <h2 id={heading}>{rows[0]?.lot}</h2>
      <p className={css.fullest}>Média de vagas ocupadas, em %</p>
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
                <Share key={day} row={byPeriod.get(`${i + 1}T${String(hour).padStart(2, '0')}`)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Share({ row }: { row: OccupancyRow | undefined }) {
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
