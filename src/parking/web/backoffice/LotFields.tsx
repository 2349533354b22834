import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { ChoiceField, TextField } from '#kit/web/form/fields.tsx'
import { SelectField } from '#kit/web/select/SelectField.tsx'
import { spaceClasses, spaceNames } from '../../spaces.ts'
import { timeZones } from '../../timeZones.ts'
import css from '#staff/web/backoffice/Register.module.css'

const zones = Object.entries(timeZones).map(([value, text]) => ({ value, text }))

export function LotFields() {
  return (
    <>
      <TextField name="name" label="Nome" autoComplete="off" required />
      <SelectField
        name="city"
        label="Cidade"
        hint="Por ela começa a lista de cidades de quem paga aqui."
        source={{ url: '/api/gl_city' }}
        clearable
        required={false}
      />
      <ChoiceField
        name="time_zone"
        label="Fuso horário"
        hint="Vale para as horas do ticket e para o pernoite."
        choices={zones}
        required
      />
      <fieldset className={css.group}>
        <legend>Capacidade</legend>
        {spaceClasses.map((kind) => (
          <DecimalField key={kind} name={`total_${kind}`} label={spaceNames[kind]} places={0} required />
        ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend>Fechamento do dia</legend>
        <DecimalField
          name="closing_delay"
          label="Minutos depois da meia-noite"
          hint="De 0 a 360. O que chegar depois entra no fechamento seguinte."
          places={0}
          required
        />
        <TextField
          name="closing_emails"
          label="E-mails que recebem o fechamento"
          hint="Até 10, separados por vírgula. Vazio: ninguém."
          autoComplete="off"
        />
      </fieldset>
    </>
  )
}
