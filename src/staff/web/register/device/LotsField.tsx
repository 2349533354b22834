import { useCallback, useId } from 'react'
import { useController } from 'react-hook-form'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Checkbox } from '#kit/web/field/Checkbox.tsx'
import { useFieldError } from '#kit/web/form/fields.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { parkingStats } from '#parking/contract.ts'
import css from '../Register.module.css'
import { Icon } from '#kit/web/Icon.tsx'

/** The car parks that a device speaks for, a box each. */
export function LotsField() {
  const { view, reload } = useLoad(useCallback((signal: AbortSignal) => call(parkingStats, { signal }), []))
  if (view.state === 'loading') return <Skeleton lines={3} label="Buscando os estacionamentos..." />
  if (view.state === 'failed')
    return (
      <LoadFailed
        title="Não foi possível carregar os estacionamentos"
        failure={view.failure}
        reload={reload}
      />
    )
  return <Boxes lots={view.value.data} />
}

function Boxes({ lots }: { lots: readonly { id: number; name: string }[] }) {
  const { field } = useController({ name: 'lot_ids' })
  const error = useFieldError('lot_ids')
  const told = useId()
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : []
  const turn = (id: number, on: boolean) =>
    field.onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className={css.boxes} aria-describedby={error === undefined ? undefined : told}>
      <legend>Estacionamentos</legend>
      {lots.map(({ id, name }, i) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) => turn(id, event.target.checked)}
          onBlur={field.onBlur}
          ref={i === 0 ? field.ref : undefined}
        />
      ))}
      {error !== undefined && (
        <p className={css.error} id={told}>
          <Icon name="alert" size={18} />
          {error}
        </p>
      )}
    </fieldset>
  )
}
