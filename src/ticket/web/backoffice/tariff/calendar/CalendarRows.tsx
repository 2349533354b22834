import { useEffect, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { FieldError } from '#kit/web/field/Field.tsx'
import { TextField, useFieldError } from '#kit/web/form/fields.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { toBlocks } from '../../../../calendar/blockEntry.ts'
import { dayClasses } from '../../../../calendar/dayClass.ts'
import { dayClassTexts, hoursText, rowPriceText } from '../../../../calendar/rowTexts.ts'
import css from '../Tariff.module.css'
import type { RowDraft, TariffDraft } from '../tariffDraft.ts'
import { BlockFields } from './BlockFields.tsx'
import { useItems } from './useItems.ts'
import { RowNumber } from './WeekPicture.tsx'

export function CalendarRows() {
  const { items: rows, generation, change } = useItems('rows')
  const { trigger } = useFormContext<TariffDraft>()
  // The fields of a row tell their own.
  const error = useFormState<TariffDraft>().errors.rows?.message
  useEffect(() => {
    // A change of one field checks only that field.
    if (error !== undefined) void trigger('rows')
  }, [rows, error, trigger])
  const [opened, setOpened] = useState(0)
  const changeAndOpen = (next: RowDraft[], at: number) => {
    setOpened(at)
    change(next, at)
  }
  const without = (i: number) => rows.filter((_, other) => other !== i)
  const insert = (list: readonly RowDraft[], at: number, row: RowDraft) => [
    ...list.slice(0, at),
    row,
    ...list.slice(at),
  ]
  const moveTo = (i: number, at: number, row: RowDraft) => changeAndOpen(insert(without(i), at, row), at)
  const movesOf = (row: RowDraft, i: number): Move[] => [
    ...(i > 0 ? [{ text: 'Subir', run: () => moveTo(i, i - 1, row) }] : []),
    ...(i < rows.length - 1 ? [{ text: 'Descer', run: () => moveTo(i, i + 1, row) }] : []),
    {
      text: 'Copiar',
      run: () => changeAndOpen(insert(rows, i + 1, { ...row, name: `${row.name} (cópia)` }), i + 1),
    },
    ...(rows.length > 1
      ? [{ text: 'Remover', run: () => changeAndOpen(without(i), Math.max(0, i - 1)) }]
      : []),
  ]
  return (
    <fieldset className="stack" aria-describedby={error === undefined ? undefined : 'rows-error'}>
      <legend>Dias e horários</legend>
      <p className="soft">
        As linhas são lidas de cima para baixo: em cada momento vale a primeira que serve.
      </p>
      <ol className="stack">
        {rows.map((row, i) => (
          <li key={`${generation}-${i}`}>
            <RowFields row={row} i={i} isOpen={opened === i} moves={movesOf(row, i)} />
          </li>
        ))}
      </ol>
      <FieldError id="rows" error={error} />
      <Button variant="plain" onClick={() => changeAndOpen([emptyRow(rows), ...rows], 0)}>
        Adicionar linha
      </Button>
    </fieldset>
  )
}

type Move = { text: string; run: () => void }
type RowProps = { row: RowDraft; i: number; isOpen: boolean; moves: readonly Move[] }

function RowFields({ row, i, isOpen, moves }: RowProps) {
  const { errors } = useFormState<TariffDraft>()
  const hasError = errors.rows?.[i] !== undefined
  const prefix = `rows.${i}.`
  const named = row.name === '' ? `linha ${i + 1}` : row.name
  return (
    <details className={css.row} open={isOpen || hasError || undefined}>
      <summary id={`rows-${i}`}>
        <RowNumber i={i} />
        <span>
          <strong>{named}</strong>
          <small>{hoursText(row)}</small>
          <small>{priceSummary(row)}</small>
        </span>
      </summary>
      <div className={register.group}>
        <div className={register.wholeLine}>
          <TextField name={`${prefix}name`} label="Nome da linha" autoComplete="off" required />
        </div>
        <DaysField row={row} i={i} />
        <TextField name={`${prefix}from`} label="Das" type="time" required />
        <TextField name={`${prefix}to`} label="Até" hint="00:00 a 00:00: o dia todo." type="time" required />
        <BlockFields prefix={prefix} />
      </div>
      <RowMoves name={named} moves={moves} />
    </details>
  )
}

function RowMoves({ name, moves }: { name: string; moves: readonly Move[] }) {
  return (
    <div className={`${css.moves} row`}>
      {moves.map(({ text, run }) => (
        <Button key={text} variant="quiet" aria-label={`${text} ${name}`} onClick={run}>
          {text}
        </Button>
      ))}
    </div>
  )
}

function DaysField({ row, i }: { row: RowDraft; i: number }) {
  const { setValue, formState } = useFormContext<TariffDraft>()
  const error = useFieldError(`rows.${i}.days`)
  const toggle = (day: RowDraft['days'][number]) => {
    const chosen = row.days.includes(day)
    const next = dayClasses.filter((each) => (each === day ? !chosen : row.days.includes(each)))
    setValue(`rows.${i}.days`, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  const id = `rows-${i}-days`
  return (
    <fieldset
      className={`${css.days} row ${register.wholeLine}`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Dias</legend>
      {dayClasses.map((day) => (
        <label key={day}>
          <input type="checkbox" checked={row.days.includes(day)} onChange={() => toggle(day)} />
          <span>{dayClassTexts[day].short}</span>
        </label>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

function emptyRow(rows: readonly RowDraft[]): RowDraft {
  const isCapped = rows.some(({ cap_value }) => cap_value !== null)
  const blocks = { first_minutes: 60, first_value: null, step_minutes: 60, step_value: null }
  return {
    name: '',
    days: ['sat', 'sun'],
    from: '00:00',
    to: '00:00',
    ...blocks,
    cap_value: isCapped ? (rows[0]?.cap_value ?? null) : null,
  }
}

function priceSummary({ name, days, from, to, cap_value, ...blocks }: RowDraft): string {
  const { first_minutes, first_value, step_minutes, step_value } = blocks
  if (first_minutes === null || first_value === null || step_minutes === null || step_value === null)
    return 'Falta o preço.'
  const entry = { first_minutes, first_value, step_minutes, step_value, cap_value }
  return rowPriceText({ name, days, from, to, ...toBlocks(entry) })
}
