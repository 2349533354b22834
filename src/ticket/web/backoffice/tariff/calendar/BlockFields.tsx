import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import register from '#staff/web/backoffice/Register.module.css'

/** `prefix` is the place of a row, as 'rows.0.'. */
export function BlockFields({ prefix = '' }: { prefix?: string }) {
  return (
    <>
      <DecimalField name={`${prefix}first_minutes`} label="Primeira fração (min)" places={0} required />
      <DecimalField name={`${prefix}first_value`} label="Custa (R$)" required />
      <DecimalField name={`${prefix}step_minutes`} label="Depois, a cada (min)" places={0} required />
      <DecimalField name={`${prefix}step_value`} label="Mais (R$)" required />
      <div className={register.wholeLine}>
        <DecimalField name={`${prefix}cap_value`} label="No máximo por 24 h (R$)" required={false} />
      </div>
    </>
  )
}
