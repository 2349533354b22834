import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { CheckboxField, NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import { lookUp } from '#kit/text/lookUp.ts'
import register from '#staff/web/backoffice/Register.module.css'
import type { PartnerEntry } from '../../../backoffice.ts'
import { benefitKindNames } from '../../../benefit.ts'
import { BenefitPreview } from './BenefitPreview.tsx'
import { kindTexts, valueLabels } from './benefitTexts.ts'
import { useLotTariff } from './useLotTariff.ts'

type Entry = NonNullable<PartnerEntry['benefits']>[number]

const kindChoices = benefitKindNames.map((value) => ({ value, text: kindTexts[value] }))

const newBenefit: Entry = { name: '', kind: 'minutes', value: null, max: null, active: true }

/** What the shop gives, each with what a driver then pays by the tariff of the first lot. */
export function BenefitFields() {
  const { setValue } = useFormContext<PartnerEntry>()
  const benefits = useWatch<PartnerEntry, 'benefits'>({ name: 'benefits' }) ?? []
  const lotIds = useWatch<PartnerEntry, 'lot_ids'>({ name: 'lot_ids' })
  const tariff = useLotTariff(lotIds[0] ?? null)
  const change = (rows: Entry[]) => setValue('benefits', rows, { shouldDirty: true })
  return (
    <>
      <h2>Benefícios</h2>
      <p className="soft">
        O nome é o que a loja e o motorista leem, como 2 h ou 50 %. Mudar um benefício não muda os convênios
        já dados.
      </p>
      {benefits.map((benefit, index) => (
        <fieldset key={index} className={register.group}>
          <legend>{benefit.name.trim() === '' ? `Benefício ${index + 1}` : benefit.name}</legend>
          <OneBenefit index={index} kind={benefit.kind} />
          <div className={`${register.wholeLine} stack`}>
            <BenefitPreview benefit={benefit} tariff={tariff} />
            {benefit.id === undefined && (
              <Button
                variant="quiet"
                aria-label={`Remover o benefício ${index + 1}`}
                onClick={() => change(benefits.filter((_other, at) => at !== index))}
              >
                Remover
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      <Button variant="plain" onClick={() => change([...benefits, newBenefit])}>
        Acrescentar benefício
      </Button>
    </>
  )
}

function OneBenefit({ index, kind }: { index: number; kind: Entry['kind'] }) {
  const name = `benefits.${index}`
  const valueLabel = lookUp(valueLabels, kind) ?? null
  return (
    <>
      <TextField name={`${name}.name`} label="Nome" autoComplete="off" required />
      <NativeSelectField name={`${name}.kind`} label="Tipo" choices={kindChoices} required />
      {valueLabel !== null && (
        <DecimalField name={`${name}.value`} label={valueLabel} places={kind === 'amount' ? 2 : 0} required />
      )}
      {(kind === 'percent' || kind === 'all') && (
        <DecimalField name={`${name}.max`} label="No máximo (R$)" required={false} />
      )}
      <div className={register.wholeLine}>
        <CheckboxField name={`${name}.active`} label="Ativo" />
      </div>
    </>
  )
}
