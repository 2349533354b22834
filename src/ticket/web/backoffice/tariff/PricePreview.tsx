import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useState } from 'react'
import { isoIn, durationText } from '#kit/clock.ts'
import { Field } from '#kit/web/field/Field.tsx'
import { NativeSelect } from '#kit/web/field/NativeSelect.tsx'
import { Table } from '#kit/web/list/Table.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { amountAtMinute, priceCurve } from '../../../priceCurve.ts'
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
  const minutes = Number(hours) * 60
  const range = { enteredAt: entranceAt(entrance, timeZone), timeZone, minutes }
  const curve = rules && priceCurve(rules, range)
  const old = compared && priceCurve(compared.rules, range)
  return (
    <Panel title="Preço conforme a permanência">
      <div className={css.controls}>
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
        <p className={css.note}>Preencha os campos para ver os preços.</p>
      ) : (
        <>
          {stale && (
            <LiveRegion className={css.note}>
              Há um campo a corrigir: o desenho mostra os preços de antes.
            </LiveRegion>
          )}
          <PricePlot
            curve={curve}
            old={old && compared ? { curve: old, name: compared.name } : null}
            minutes={minutes}
          />
          <PriceTable
            rows={sampleMinutes(minutes).map((minute) => ({
              minute,
              cents: amountAtMinute(curve, minute),
              oldCents: old && amountAtMinute(old, minute),
            }))}
          />
        </>
      )}
    </Panel>
  )
}

function entranceAt(hour: string, timeZone: string): Date {
  const today = isoIn(timeZone, new Date(serverTime()))
  const clock = /^\d{2}:\d{2}/.exec(hour)?.[0] ?? '08:00'
  return new Date(`${today.slice(0, 10)}T${clock}:00${today.slice(19)}`)
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
