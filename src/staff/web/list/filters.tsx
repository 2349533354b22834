import type { ReactNode } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import { Chip } from '#kit/web/field/Chip.tsx'
import type { Choice } from '#kit/web/field/NativeSelect.tsx'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import type { StatusLabel } from '../../statusLabel.ts'
import { useLots } from '../lots/LotCheckboxes.tsx'
import { PeriodFilter, type PeriodProps } from './PeriodFilter.tsx'

/** A name of the query that filters a list. Without a control, only links set it. */
export type ListFilter = { readonly name: string; readonly control?: ReactNode }

type ChoiceProps = { name: string; label: string; choices: readonly Choice[]; all?: string }

export function ChoiceFilter({ name, label, choices, all = 'Todos' }: ChoiceProps) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const value = lookUp(query, name) ?? ''
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Chip
      label={label}
      text={value === '' ? null : (chosen?.text ?? '...')}
      value={value}
      choices={[{ value: '', text: all }, ...choices]}
      onChange={(event) => changeQuery({ [name]: event.target.value || undefined })}
      onRemove={() => changeQuery({ [name]: undefined })}
    />
  )
}

function LotChoice() {
  const choices = useLots().map(({ id, name }) => ({ value: String(id), text: name }))
  return <ChoiceFilter name="lot_id" label="Estacionamento" choices={choices} />
}

export const byLot: ListFilter = { name: 'lot_id', control: <LotChoice /> }

export function byChoice(props: ChoiceProps): ListFilter {
  return { name: props.name, control: <ChoiceFilter {...props} /> }
}

export function byState(
  states: Readonly<Record<string, Pick<StatusLabel, 'text'>>>,
  all = 'Todas',
): ListFilter {
  const choices = Object.entries(states).map(([value, { text }]) => ({ value, text }))
  return byChoice({ name: 'state', label: 'Situação', choices, all })
}

export function byPeriod(period: Partial<PeriodProps> = {}): readonly ListFilter[] {
  const props = { label: 'Período', from: 'Desde', until: 'Até', ...period }
  return [{ name: 'from', control: <PeriodFilter {...props} /> }, { name: 'until' }]
}
