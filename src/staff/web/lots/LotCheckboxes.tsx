import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Checkbox } from '#kit/web/field/Checkbox.tsx'
import field from '#kit/web/field/Field.module.css'
import { Icon } from '#kit/web/Icon.tsx'
import css from './LotCheckboxes.module.css'
import { type BackOfficeLot, loadLots } from '../frame/backoffice.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { useSession } from '#session/web/session.ts'

type Props = {
  lots: readonly BackOfficeLot[]
  /** Null means all lots. */
  chosen: readonly number[] | null
  withAll?: boolean
  onChange: (lots: number[] | null) => void
  error: string | undefined
}

export function LotCheckboxes({ lots, chosen, withAll = false, onChange, error }: Props) {
  const toggle = (id: number, ids: readonly number[]) =>
    onChange(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  return (
    <fieldset className={css.lots} aria-describedby={error === undefined ? undefined : 'lots-error'}>
      <legend>Estacionamentos</legend>
      {withAll && (
        <Checkbox
          label="Todos os estacionamentos"
          checked={chosen === null}
          onChange={() => onChange(chosen === null ? [] : null)}
        />
      )}
      {chosen !== null &&
        lots.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id, chosen)} />
        ))}
      {error !== undefined && (
        <LiveRegion id="lots-error" className={field.error} role="alert">
          <Icon name="alert" size={18} />
          <span>{error}</span>
        </LiveRegion>
      )}
    </fieldset>
  )
}

export function useLots(): readonly BackOfficeLot[] {
  return useLoadedLots() ?? []
}

/** Null while loading. */
export function useLoadedLots(): readonly BackOfficeLot[] | null {
  const { view } = useLoad(loadLots)
  const seen = useSession()?.user?.lots ?? null
  if (view.state === 'loading') return null
  const lots = view.state === 'ready' ? view.value : []
  return seen === null ? lots : lots.filter(({ id }) => seen.includes(id))
}
