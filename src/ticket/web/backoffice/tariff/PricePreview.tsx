import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useState } from 'react'
import { formatDay, plusDays } from '#kit/calendar.ts'
import { durationText } from '#kit/clock.ts'
import { localInstant } from '#kit/localInstant.ts'
import { Field } from '#kit/web/field/Field.tsx'
import { NativeSelect } from '#kit/web/field/NativeSelect.tsx'
import { Table } from '#kit/web/list/Table.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { dayNumberOf, weekdayOf } from '../../../calendar/dayClass.ts'
import { dayClassTexts } from '../../../calendar/rowTexts.ts'
import { mondayOf, todayIn } from './startTimes.ts'
import { WeekPicture } from './calendar/WeekPicture.tsx'
import { amountAtMinute, priceCurve, type PriceStep } from '../../../quote/priceCurve.ts'
import type { TariffRules } from '../../../tariff.ts'
import { PricePlot, priceText } from './PricePlot.tsx'
import css from './Tariff.module.css'

type Props = {
  rules: TariffRules | null
  stale?: boolean
  compared: { name: string; rules: TariffRules } | null
  timeZone: string
}

const periodChoices = [
  { value: '6', text: '6 horas' },
  { value: '24', text: '24 horas' },
  { value: '48', text: '48 horas' },
]

export function PricePreview({ rules, stale = false, compared, timeZone }: Props) {
  const [hours, setHours] = useState('24')
  const [entrance, setEntrance] = useState('08:00')
  const [day, setDay] = useState(() => todayIn(timeZone))
  const minutes = Number(hours) * 60
  const range = { enteredAt: entranceAt(day, entrance, timeZone), timeZone, minutes }
  const curve = rules && priceCurve(rules, range)
  const old = compared && priceCurve(compared.rules, range)
  return (
    <Panel title="Preço conforme a permanência">
      {rules?.kind === 'calendar' && (
        <WeekPicture rules={rules} monday={mondayOf(day)} onWeek={(monday) => setDay(monday)} />
      )}
      <div className={css.controls}>
        {rules?.kind === 'calendar' && (
          <NativeSelect
            label="Entrada em"
            value={day}
            choices={weekChoices(day)}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
        <NativeSelect
          label="Período"
          value={hours}
          choices={periodChoices}
          onChange={(event) => setHours(event.target.value)}
        />
        <Field
          label="Entrada às"
          type="time"
          value={entrance}
          onChange={(event) => setEntrance(event.target.value)}
        />
      </div>
      {curve === null ? (
        <p className="soft">Preencha os campos para ver os preços.</p>
      ) : (
        <Prices
          {...{ curve, stale, minutes }}
          old={old && compared ? { curve: old, name: compared.name } : null}
        />
      )}
    </Panel>
  )
}

function entranceAt(day: string, hour: string, timeZone: string): Date {
  const clock = /^\d{2}:\d{2}/.exec(hour)?.[0] ?? '08:00'
  return localInstant(`${day}T${clock}`, timeZone)
}

type Curve = readonly PriceStep[]
type PricesProps = {
  curve: Curve
  old: { curve: Curve; name: string } | null
  minutes: number
  stale: boolean
}

function Prices({ curve, old, minutes, stale }: PricesProps) {
  return (
    <>
      {stale && (
        <LiveRegion className="soft">Há um campo a corrigir: o desenho mostra os preços de antes.</LiveRegion>
      )}
      <PricePlot {...{ curve, old, minutes }} />
      <PriceTable
        rows={sampleMinutes(minutes).map((minute) => ({
          minute,
          cents: amountAtMinute(curve, minute),
          oldCents: old && amountAtMinute(old.curve, minute),
        }))}
      />
    </>
  )
}

/** The days of a day's week. */
function weekChoices(day: string) {
  return Array.from({ length: 7 }, (_, i) => plusDays(mondayOf(day), i)).map((value) => ({
    value,
    text: `${dayClassTexts[weekdayOf(dayNumberOf(value))].short}, ${formatDay(value).slice(0, 5)}`,
  }))
}

function sampleMinutes(minutes: number): number[] {
  return Array.from({ length: 24 }, (_, i) => ((i + 1) * minutes) / 24)
}

type Row = { minute: number; cents: number; oldCents: number | null }

function PriceTable({ rows }: { rows: readonly Row[] }) {
  const compared = rows.some(({ oldCents }) => oldCents !== null)
  return (
    <details className={css.numbers}>
      <summary>Ver como tabela</summary>
      <Table
        label="Preços conforme a permanência"
        rows={rows}
        keyOf={({ minute }) => minute}
        columns={[
          { title: 'Permanência', cell: ({ minute }) => durationText(minute) },
          { title: 'Preço', numeric: true, cell: ({ cents }) => priceText(cents) },
          ...(compared
            ? [{ title: 'Em vigor', numeric: true, cell: ({ oldCents }: Row) => priceText(oldCents ?? 0) }]
            : []),
        ]}
      />
    </details>
  )
}
