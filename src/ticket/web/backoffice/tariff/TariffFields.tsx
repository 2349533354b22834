import { useWatch } from 'react-hook-form'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { exitRuleTexts, tariffKindTexts } from '../../../tariffEntry.ts'
import { BlockFields } from './calendar/BlockFields.tsx'
import { CalendarRows } from './calendar/CalendarRows.tsx'
import { OwnDays } from './calendar/OwnDays.tsx'
import type { TariffDraft } from './tariffDraft.ts'

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }))

export function TariffFields() {
  const kind = useWatch<TariffDraft, 'kind'>({ name: 'kind' })
  return (
    <>
      <TextField name="name" label="Nome" autoComplete="off" required />
      <NativeSelectField name="kind" label="Tipo" choices={choicesOf(tariffKindTexts)} required />
      {kind === 'flat_day' && (
        <DecimalField name="day_value" label="Diária (R$)" hint="Por 24 horas começadas." required />
      )}
      {(kind === 'blocks' || kind === 'overnight') && (
        <fieldset className={register.group}>
          <legend>Frações</legend>
          <BlockFields />
        </fieldset>
      )}
      {kind === 'overnight' && <NightFields />}
      {kind === 'calendar' && (
        <>
          <CalendarRows />
          <OwnDays />
        </>
      )}
      <fieldset className={register.group}>
        <legend>Tolerâncias</legend>
        <DecimalField name="entry_tolerance_min" label="Minutos livres na entrada" places={0} required />
        <DecimalField name="exit_tolerance_min" label="Minutos para sair" places={0} required />
        <div className={register.wholeLine}>
          <NativeSelectField name="exit_rule" label="Sair até" choices={choicesOf(exitRuleTexts)} required />
        </div>
        <DecimalField name="lost_ticket_fee" label="Taxa de ticket perdido (R$)" required />
      </fieldset>
    </>
  )
}

function NightFields() {
  return (
    <fieldset className={register.group}>
      <legend>Pernoite</legend>
      <TextField name="night_from" label="Das" type="time" required />
      <TextField name="night_to" label="Até" type="time" required />
      <div className={register.wholeLine}>
        <DecimalField
          name="night_value"
          label="Pernoite (R$)"
          hint="O máximo, quando a estadia inteira fica dentro deste horário."
          required
        />
      </div>
    </fieldset>
  )
}
