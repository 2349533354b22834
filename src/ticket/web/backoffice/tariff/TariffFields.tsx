import { useWatch } from 'react-hook-form'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { ChoiceField, TextField } from '#kit/web/form/fields.tsx'
import { exitRules, tariffKinds, type TariffEntry } from '../../../tariffEntry.ts'
import css from '#staff/web/backoffice/Register.module.css'

const choices = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }))

export function TariffFields() {
  const kind = useWatch<TariffDraft, 'kind'>({ name: 'kind' })
  return (
    <>
      <TextField name="name" label="Nome" autoComplete="off" required />
      <ChoiceField name="kind" label="Tipo" choices={choices(tariffKinds)} required />
      {kind === 'flat_day' ? (
        <DecimalField name="day_value" label="Diária (R$)" hint="Por 24 horas começadas." required />
      ) : (
        <Fractions />
      )}
      {kind === 'overnight' && <Night />}
      <fieldset className={css.group}>
        <legend>Tolerâncias</legend>
        <DecimalField name="entry_tolerance_min" label="Minutos livres na entrada" places={0} required />
        <DecimalField name="exit_tolerance_min" label="Minutos para sair" places={0} required />
        <div className={css.wholeLine}>
          <ChoiceField name="exit_rule" label="Sair até" choices={choices(exitRules)} required />
        </div>
        <DecimalField name="lost_ticket_fee" label="Taxa de ticket perdido (R$)" required />
      </fieldset>
    </>
  )
}

function Fractions() {
  return (
    <fieldset className={css.group}>
      <legend>Frações</legend>
      <DecimalField name="first_minutes" label="Primeira fração (min)" places={0} required />
      <DecimalField name="first_value" label="Custa (R$)" required />
      <DecimalField name="step_minutes" label="Depois, a cada (min)" places={0} required />
      <DecimalField name="step_value" label="Mais (R$)" required />
      <div className={css.wholeLine}>
        <DecimalField name="cap_value" label="No máximo por 24 h (R$)" required={false} />
      </div>
    </fieldset>
  )
}

function Night() {
  return (
    <fieldset className={css.group}>
      <legend>Pernoite</legend>
      <TextField name="night_from" label="Das" type="time" required />
      <TextField name="night_to" label="Até" type="time" required />
      <div className={css.wholeLine}>
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

type Fields<Kind> = Omit<Extract<TariffEntry, { kind: Kind }>, 'kind'>
type Every = Fields<'overnight'> & Fields<'flat_day'>

/** The fields of every kind; numbers may be empty. */
export type TariffDraft = Pick<TariffEntry, 'kind'> & {
  [Name in keyof Every]: Every[Name] extends number | null ? number | null : Every[Name]
}

const empty: TariffDraft = {
  kind: 'blocks',
  name: '',
  entry_tolerance_min: 15,
  exit_tolerance_min: 15,
  exit_rule: 'tolerance_only',
  lost_ticket_fee: 0,
  first_minutes: 60,
  first_value: null,
  step_minutes: 60,
  step_value: null,
  cap_value: null,
  day_value: null,
  night_from: '20:00',
  night_to: '08:00',
  night_value: null,
}

export function draftOf(entry: TariffEntry | null): TariffDraft {
  return { ...empty, ...entry }
}
