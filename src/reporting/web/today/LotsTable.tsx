import { useState } from 'react'
import { formatReais } from '#kit/money.ts'
import { numberText } from '#kit/text/formats.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { type Column, Table } from '#kit/web/list/Table.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import type { Figure, LotToday } from '../../today.ts'
import { Change } from './Change.tsx'
import { FigureLink } from './FigureLink.tsx'
import { HourBars } from './HourBars.tsx'
import { LotFacts } from './LotFacts.tsx'
import css from './Today.module.css'

export function LotsTable({ lots, now }: { lots: readonly LotToday[]; now: string }) {
  // A single lot has its facts open.
  const [opened, setOpened] = useState(() => (lots.length === 1 ? lots.map(({ id }) => id) : []))
  const isOpen = ({ id }: LotToday) => opened.includes(id)
  const toggle = (lot: LotToday) =>
    setOpened(isOpen(lot) ? opened.filter((id) => id !== lot.id) : [...opened, lot.id])
  const name: Column<LotToday> = {
    title: 'Estacionamento',
    cell: (lot) => (
      <button type="button" aria-expanded={isOpen(lot)} onClick={() => toggle(lot)}>
        <span>{lot.name}</span>
        <Icon name="down" size={16} />
      </button>
    ),
  }
  return (
    <div className={css.lots}>
      <Table
        label="Movimento de hoje"
        rows={lots}
        keyOf={({ id }) => id}
        columns={[
          name,
          ...figureColumns,
          ...(lots.some(({ silent }) => silent.length > 0) ? [silentColumn] : []),
        ]}
        under={(lot) => isOpen(lot) && <LotFacts lot={lot} now={now} />}
      />
    </div>
  )
}

const figureColumns: readonly Column<LotToday>[] = [
  {
    title: 'Recebido hoje',
    numeric: true,
    cell: ({ name, total: { value, list } }) => (
      <FigureLink list={list} label={`Recebido hoje em ${name}: ${formatReais(value)}`}>
        {formatReais(value)}
      </FigureLink>
    ),
  },
  {
    title: 'Semana passada',
    numeric: true,
    cell: ({ total: { change } }) => (change === null ? '—' : <Change of={change} />),
  },
  { title: 'Por hora', cell: ({ hours }) => <HourBars hours={hours} /> },
  carColumn('No pátio', ({ inside }) => inside),
  carColumn('Livres', ({ free }) => free),
]

function carColumn(title: string, of: (lot: LotToday) => Figure): Column<LotToday> {
  return {
    title,
    numeric: true,
    cell: (lot) => {
      const { value, list } = of(lot)
      return (
        <FigureLink list={list} label={`${title}, ${lot.name}: ${value}`}>
          {numberText(value)}
        </FigureLink>
      )
    },
  }
}

const silentColumn: Column<LotToday> = {
  title: 'Em silêncio',
  cell: ({ id, silent }) =>
    silent.length === 0 ? (
      '—'
    ) : (
      <FigureLink list={{ name: 'alerts', query: { lot_id: String(id), state: 'open' } }}>
        <Tag of={{ text: silent.join(', '), tone: 'warn' }} />
      </FigureLink>
    ),
}
