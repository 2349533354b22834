import { useFormContext } from 'react-hook-form'
import { useFieldError } from '#kit/web/form/fields.tsx'
import type { BackOfficeLot } from '../frame/backoffice.ts'
import { LotCheckboxes } from './LotCheckboxes.tsx'

/** The field `lot_ids` of a form. */
export function LotsField({ lots }: { lots: readonly BackOfficeLot[] }) {
  const { watch, setValue } = useFormContext<{ lot_ids: number[] }>()
  const setLots = (chosen: number[] | null) =>
    setValue('lot_ids', chosen ?? [], { shouldDirty: true, shouldValidate: true })
  return (
    <LotCheckboxes
      lots={lots}
      chosen={watch('lot_ids')}
      onChange={setLots}
      error={useFieldError('lot_ids')}
    />
  )
}
