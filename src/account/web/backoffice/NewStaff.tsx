import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { ChoiceField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { go } from '#kit/web/route/routes.ts'
import { levelNames } from '#staff/level.ts'
import { createStaff, type DeskUser, newStaff } from '../../backoffice.ts'

type Entry = { name: string; email: string; tax_id: string; phone: string; level: string }

const nothing: Entry = { name: '', email: '', tax_id: '', phone: '', level: '10' }

const staffLevels = [10, 2, 1].map((level) => ({ value: String(level), text: levelNames[level] ?? '' }))

const schema = z.extend(newStaff, { level: z.pipe(z.coerce.number(), newStaff.shape.level) })

export function NewStaff() {
  return (
    <EditScreen<DeskUser, Entry>
      failed=""
      schema={schema}
      valuesOf={() => nothing}
      save={({ level, ...entry }) =>
        call(createStaff, { body: { ...entry, level: asStaffLevel(Number(level)) } })
      }
      after={{ go: 'edit', to: ({ id }) => go('staff.user', { params: { id: String(id) } }) }}
      saveText="ENVIAR CONVITE"
    >
      <TextField name="name" label="Nome completo" autoComplete="off" required />
      <TextField name="email" label="E-mail" type="email" inputMode="email" autoComplete="off" required />
      <MaskedTextField name="tax_id" mask="cpf" label="CPF" autoComplete="off" required />
      <MaskedTextField name="phone" mask="phone" label="Telefone" autoComplete="off" required />
      <ChoiceField name="level" label="Nível" choices={staffLevels} required />
    </EditScreen>
  )
}

function asStaffLevel(level: number): 1 | 2 | 10 {
  return level === 1 || level === 2 ? level : 10
}
