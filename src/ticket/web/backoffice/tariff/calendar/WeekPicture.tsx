import { formatDay, plusDays } from '#kit/calendar.ts'
import { humanMoney } from '#kit/money.ts'
import { Icon } from '#kit/web/Icon.tsx'
import type { CalendarRules } from '../../../../calendarTariff.ts'
import { minutesPerDay } from '../../../../blockTariff.ts'
import { dayNumberOf, holidayName, weekdayOf } from '../../../../calendar/dayClass.ts'
import { rowFinder } from '../../../../calendar/rowInForce.ts'
import { dayClassTexts, rowLine } from '../../../../calendar/rowTexts.ts'
import css from '../Tariff.module.css'

type Calendar = Pick<CalendarRules, 'days' | 'rows'>
type Props = { rules: Calendar; monday: string; onWeek: (monday: string) => void }

/** A column for each day, from midnight above to midnight below. */
export function WeekPicture({ rules, monday, onWeek }: Props) {
  const days = Array.from({ length: 7 }, (_, i) => plusDays(monday, i))
  const named = days.flatMap((day) => {
    const name = rules.days.find((own) => own.day === day)?.name ?? holidayName(day)
    return name === null ? [] : [{ day, name }]
  })
  return (
    <figure className={`${css.week} stack`}>
      <figcaption className="row">
        <button type="button" aria-label="Semana anterior" onClick={() => onWeek(plusDays(monday, -7))}>
          <Icon name="back" size={20} />
        </button>
        <strong>{`${shortDate(monday)} a ${shortDate(plusDays(monday, 6))}`}</strong>
        <button type="button" aria-label="Semana seguinte" onClick={() => onWeek(plusDays(monday, 7))}>
          <Icon name="next" size={20} />
        </button>
      </figcaption>
      <div className={css.weekDays} aria-hidden="true">
        {days.map((day) => (
          <DayColumn key={day} rules={rules} day={day} />
        ))}
      </div>
      {named.length > 0 && (
        <p className="soft">{named.map(({ day, name }) => `${shortDate(day)}: ${name}`).join(' · ')}</p>
      )}
      <ol className={`${css.weekRows} stack`}>
        {rules.rows.map((row, i) => {
          const { label, value } = rowLine(row)
          return (
            <li key={row.name}>
              <RowNumber i={i} />
              <span>
                <strong>{label}</strong>
                <small>{value}</small>
              </span>
            </li>
          )
        })}
      </ol>
    </figure>
  )
}

/** The number of a row, in its colour. */
export function RowNumber({ i }: { i: number }) {
  return (
    <span className={css.number} style={{ background: rowColour(i) }}>
      {i + 1}
    </span>
  )
}

function DayColumn({ rules, day }: { rules: Calendar; day: string }) {
  return (
    <div>
      <small>{dayClassTexts[weekdayOf(dayNumberOf(day))].short}</small>
      <small>{day.slice(8)}</small>
      <div className={css.day} translate="no">
        {spansOf(rules, day).map(({ i, from, minutes, cents }) => (
          <span
            key={from}
            style={{ height: `${(minutes / minutesPerDay) * 100}%`, background: rowColour(i) }}
          >
            {minutes >= 120 && humanMoney(cents)}
          </span>
        ))}
      </div>
    </div>
  )
}

type Span = { i: number; from: number; minutes: number; cents: number }

/** The rows of a day, one after the other. */
function spansOf(rules: Calendar, day: string): Span[] {
  const findRow = rowFinder(rules)
  const start = dayNumberOf(day) * minutesPerDay
  const spans: Span[] = []
  for (let from = 0; from < minutesPerDay;) {
    const { row, minutesLeft } = findRow(start + from)
    const i = rules.rows.indexOf(row)
    const last = spans[spans.length - 1]
    if (last?.i === i) last.minutes += minutesLeft
    else spans.push({ i, from, minutes: minutesLeft, cents: row.first_block.value_cents })
    from += minutesLeft
  }
  return spans
}

function rowColour(i: number): string {
  return `hsla(${(215 + i * 137) % 360}, 70%, 50%, 0.3)`
}

function shortDate(day: string): string {
  return formatDay(day).slice(0, 5)
}
