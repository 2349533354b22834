import { useFormContext, useWatch } from 'react-hook-form'
import { brandDisplayName, brandNames } from '#acquirer/brands.ts'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Button } from '#kit/web/Button.tsx'
import type { Choice } from '#kit/web/field/NativeSelect.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField, useFieldError } from '#kit/web/form/fields.tsx'
import { methodNames, methods } from '#payment/method/method.ts'
import type { WireSettings } from '../../settingsContract.ts'
import type { FeeEntry } from './feeForm.ts'
import css from './Settings.module.css'

const methodChoices = methodNames.map((value) => ({ value, text: methods[value].text }))
const brandChoices = [
  { value: '', text: 'Todas' },
  ...brandNames.map((value) => ({ value, text: brandDisplayName(value) })),
]

type Known = WireSettings['acquirers']

export function FeeFields({ settings: { acquirers } }: { settings: WireSettings }) {
  const { setValue } = useFormContext<{ fees: FeeEntry[] }>()
  const fees = useWatch<{ fees: FeeEntry[] }, 'fees'>({ name: 'fees' })
  const error = useFieldError('fees')
  const change = (rows: FeeEntry[]) => setValue('fees', rows, { shouldDirty: true })
  return (
    <>
      <p>Estimam a taxa em cada fechamento, fora do total. Vale a primeira linha que serve.</p>
      {fees.map((fee, index) => (
        <fieldset key={index} className={css.fee}>
          <legend>{`Taxa ${index + 1}`}</legend>
          <NativeSelectField
            name={`fees.${index}.acquirer`}
            label="Adquirente"
            choices={acquirerChoices(acquirers, fee.acquirer)}
          />
          <NativeSelectField name={`fees.${index}.method`} label="Forma" choices={methodChoices} />
          <NativeSelectField name={`fees.${index}.brand`} label="Bandeira" choices={brandChoices} />
          <DecimalField name={`fees.${index}.percent`} label="Percentual (%)" />
          <DecimalField name={`fees.${index}.fixed`} label="Fixo (R$)" />
          <Button
            variant="quiet"
            onClick={() => change(fees.filter((_other, at) => at !== index))}
            aria-label={`Remover a taxa ${index + 1}`}
          >
            Remover
          </Button>
        </fieldset>
      ))}
      {error !== undefined && (
        <LiveRegion role="alert" className={css.error} tabIndex={-1} data-refused="">
          {error}
        </LiveRegion>
      )}
      <Button
        variant="plain"
        onClick={() => change([...fees, { acquirer: '', method: 'credit', brand: '', percent: 0, fixed: 0 }])}
      >
        Acrescentar taxa
      </Button>
    </>
  )
}

/** A stored name that nobody knows stays to be seen. */
function acquirerChoices(known: Known, chosen: string): readonly Choice[] {
  const isKnown = chosen === '' || known.some(({ name }) => name === chosen)
  return [
    { value: '', text: 'Escolha' },
    ...known.map(({ name, title }) => ({ value: name, text: title })),
    ...(isKnown ? [] : [{ value: chosen, text: chosen }]),
  ]
}
