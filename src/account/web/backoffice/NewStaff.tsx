import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { ChoiceField, MaskedTextField, TextField, useFieldError } from '#kit/web/form/fields.tsx'
import { go } from '#kit/web/route/routes.ts'
import { levelNames } from '#staff/level.ts'
import { LotBoxes } from '#staff/web/lots/LotBoxes.tsx'
import { useLots } from '#staff/web/lots/useLots.ts'
import { chosenLots, createStaff, type BackOfficeUser, lotsBody, newStaff } from '../../backoffice.ts'

type Entry = {
  name: string
  email: string
  tax_id: string
  phone: string
  level: string
  lots: number[] | null
}

const nothing: Entry = { name: '', email: '', tax_id: '', phone: '', level: '10', lots: null }

const staffLevels = [10, 2, 1].map((level) => ({ value: String(level), text: levelNames[level] ?? '' }))

const schema = z.extend(newStaff, {
  lots: chosenLots,
  level: z.pipe(z.coerce.number(), newStaff.shape.level),
})

export function NewStaff() {
  return (
    <EditScreen<BackOfficeUser, Entry>
      failed=""
      schema={schema}
      valuesOf={() => nothing}
      save={({ level, lots, ...entry }) =>
        call(createStaff, { body: { ...entry, ...lotsBody(lots), level: asStaffLevel(Number(level)) } })
      }
      after={{ go: 'edit', to: ({ id }) => go('staff.user', { params: { id: String(id) } }) }}
      saveText="ENVIAR CONVITE"
    >
      <TextField name="name" label="Nome completo" autoComplete="off" required />
      <TextField name="email" label="E-mail" type="email" inputMode="email" autoComplete="off" required />
      <MaskedTextField name="tax_id" mask="cpf" label="CPF" autoComplete="off" required />
      <MaskedTextField name="phone" mask="phone" label="Telefone" autoComplete="off" required />
      <ChoiceField name="level" label="Nível" choices={staffLevels} required />
      <Lots />
    </EditScreen>
  )
}

function Lots() {
  const { watch, setValue } = useFormContext<Entry>()
  const error = useFieldError('lots')
  const lots = useLots()
  if (watch('level') === '1') return null
  const setLots = (chosen: number[] | null) =>
    setValue('lots', chosen, { shouldDirty: true, shouldValidate: true })
  return <LotBoxes lots={lots} withAll chosen={watch('lots')} onChange={setLots} error={error} />
}

function asStaffLevel(level: number): 1 | 2 | 10 {
  return level === 1 || level === 2 ? level : 10
}
