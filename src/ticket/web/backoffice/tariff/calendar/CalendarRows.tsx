import { useState } from 'react'
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
  // The fields of a row tell their own.
  const error = useFormState<TariffDraft>().errors.rows?.message
  const [opened, setOpened] = useState<number | null>(null)
  const put = (next: RowDraft[], at: number) => {
    setOpened(at)
    change(next, at)
  }
  const without = (i: number) => rows.filter((_, other) => other !== i)
  const insert = (list: readonly RowDraft[], at: number, row: RowDraft) => [
    ...list.slice(0, at),
    row,
    ...list.slice(at),
  ]
  return (
    <fieldset className={css.rows} aria-describedby={error === undefined ? undefined : 'rows-error'}>
      <legend>Dias e horários</legend>
      <p className={css.note}>
        As linhas são lidas de cima para baixo: em cada momento vale a primeira que serve.
      </p>
      <ol>
        {rows.map((row, i) => (
          <li key={`${generation}-${i}`}>
            <RowFields
              row={row}
              i={i}
              isOpen={opened === i}
              onMove={i > 0 ? () => put(insert(without(i), i - 1, row), i - 1) : null}
              onCopy={() => put(insert(rows, i + 1, { ...row, name: `${row.name} (cópia)` }), i + 1)}
              onRemove={rows.length > 1 ? () => put(without(i), Math.max(0, i - 1)) : null}
            />
          </li>
        ))}
      </ol>
      <FieldError id="rows" error={error} />
      <Button variant="plain" onClick={() => put([emptyRow(rows), ...rows], 0)}>
        Adicionar linha
      </Button>
    </fieldset>
  )
}

type RowProps = {
  row: RowDraft
  i: number
  isOpen: boolean
  onMove: (() => void) | null
  onCopy: () => void
  onRemove: (() => void) | null
}

function RowFields({ row, i, isOpen, onMove, onCopy, onRemove }: RowProps) {
  const { errors } = useFormState<TariffDraft>()
  const hasError = errors.rows?.[i] !== undefined
  const of = `rows.${i}.`
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
          <TextField name={`${of}name`} label="Nome da linha" autoComplete="off" required />
        </div>
        <DaysField row={row} i={i} />
        <TextField name={`${of}from`} label="Das" type="time" required />
        <TextField name={`${of}to`} label="Até" hint="00:00 a 00:00: o dia todo." type="time" required />
        <BlockFields of={of} />
      </div>
      <div className={css.moves}>
        {onMove && (
          <Button variant="quiet" aria-label={`Subir ${named}`} onClick={onMove}>
            Subir
          </Button>
        )}
        <Button variant="quiet" aria-label={`Copiar ${named}`} onClick={onCopy}>
          Copiar
        </Button>
        {onRemove && (
          <Button variant="quiet" aria-label={`Remover ${named}`} onClick={onRemove}>
            Remover
          </Button>
        )}
      </div>
    </details>
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
      className={`${css.days} ${register.wholeLine}`}
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
