import { Button } from '#kit/web/Button.tsx'
import { DateField } from '#kit/web/form/DateField.tsx'
import { NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { dayClasses } from '../../../../calendar/dayClass.ts'
import { dayClassTexts } from '../../../../calendar/rowTexts.ts'
import { useItems } from './useItems.ts'

const classChoices = dayClasses.map((day) => ({ value: day, text: dayClassTexts[day].name }))

export function OwnDays() {
  const { items: days, generation, change } = useItems('days')
  return (
    <fieldset className="stack">
      <legend>Dias próprios</legend>
      <p className="soft">
        Datas que valem como outro dia: o aniversário da cidade, um dia de jogo. Os feriados nacionais já
        contam.
      </p>
      {days.map((day, i) => (
        <div key={`${generation}-${i}`} id={`days-${i}`} tabIndex={-1} className={register.group}>
          <DateField name={`days.${i}.day`} label="Data" required />
          <NativeSelectField name={`days.${i}.class`} label="Vale como" choices={classChoices} required />
          <TextField name={`days.${i}.name`} label="Nome do dia" autoComplete="off" required />
          <Button
            variant="quiet"
            aria-label={`Remover o dia ${day.name}`}
            onClick={() => change([...days.slice(0, i), ...days.slice(i + 1)], i - 1)}
          >
            Remover
          </Button>
        </div>
      ))}
      <Button
        variant="plain"
        onClick={() => change([...days, { day: '', class: 'holiday', name: '' }], days.length)}
      >
        Adicionar dia
      </Button>
    </fieldset>
  )
}
