import { useState } from 'react'
import { formatDay, isDay, parseDay } from '#kit/calendar.ts'
import { keysOf, lookUp } from '#kit/text/lookUp.ts'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Chip } from '#kit/web/field/Chip.tsx'
import { MaskedField } from '#kit/web/field/MaskedField.tsx'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { localDay } from '#kit/web/time/localDay.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { periodsOf, periodTexts } from './periods.ts'

export type PeriodProps = { label: string; from: string; until: string; required?: true }

/** The address has the days as `from` and `until`. */
export function PeriodFilter({ label, required, ...ends }: PeriodProps) {
  const { from = '', until = '' } = useRoute().query
  const changeQuery = useQueryChange()
  const [isAsking, setIsAsking] = useState(false)
  const periods = periodsOf(localDay(serverTime()))
  const named = keysOf(periods).find((name) => periods[name].from === from && periods[name].until === until)
  const isSet = from !== '' || until !== ''
  const text = named ? periodTexts[named] : intervalText(from, until)
  const remove = () => changeQuery({ from: undefined, until: undefined })
  const choose = (value: string) => {
    if (value === 'interval') setIsAsking(true)
    else if (value === '') remove()
    else changeQuery({ ...lookUp(periods, value) })
  }
  const choices = [
    ...(required ? [] : [{ value: '', text: 'Todo o período' }]),
    ...keysOf(periodTexts).map((value) => ({ value, text: periodTexts[value] })),
    // A chosen interval can be asked for again.
    ...(isSet && !named ? [{ value: 'asked', text }] : []),
    { value: 'interval', text: 'intervalo...' },
  ]
  return (
    <>
      <Chip
        label={label}
        text={isSet ? text : null}
        choices={choices}
        value={named ?? (isSet ? 'asked' : '')}
        onChange={(event) => choose(event.target.value)}
        onRemove={required ? undefined : remove}
      />
      {isAsking && (
        <IntervalDialog {...ends} title={label} required={required} onClose={() => setIsAsking(false)} />
      )}
    </>
  )
}

function intervalText(from: string, until: string): string {
  if (until === '') return `desde ${formatDay(from)}`
  return from === '' ? `até ${formatDay(until)}` : `${formatDay(from)} a ${formatDay(until)}`
}

type DialogProps = Pick<PeriodProps, 'from' | 'until'> & {
  title: string
  required: true | undefined
  onClose: () => void
}

function IntervalDialog({ title, from, until, required, onClose }: DialogProps) {
  const apply = (dialog: Element | null) => {
    if (!dialog?.querySelector('[aria-invalid=true]')) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={<Button onClick={(event) => apply(event.currentTarget.closest('dialog'))}>Aplicar</Button>}
    >
      <DayFilter name="from" label={from} required={required} />
      <DayFilter name="until" label={until} required={required} />
    </Dialog>
  )
}

type DayFilterProps = { name: 'from' | 'until'; label: string; required: true | undefined }

/** The address has the day as YYYY-MM-DD. */
function DayFilter({ name, label, required }: DayFilterProps) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const [error, setError] = useState<string>()
  const asked = query[name] ?? ''
  const shown = isDay(asked) ? formatDay(asked) : ''
  const take = (text: string) => {
    if (text === shown) return
    const day = parseDay(text)
    const isTaken = day !== null || (text === '' && !required)
    setError(isTaken ? undefined : 'Use dd/mm/aaaa.')
    if (isTaken) changeQuery({ [name]: day ?? undefined })
  }
  return (
    <MaskedField
      // The field starts anew when the back button changes the day.
      key={shown}
      mask="date"
      label={label}
      defaultValue={shown}
      placeholder="dd/mm/aaaa"
      autoComplete="off"
      error={error}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  )
}
