import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { ChoiceField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { replaceWith } from '#kit/web/route/routes.ts'
import { createStaff, type DeskUser, newStaff } from '../../../register/userContract.ts'
import { levelChoices } from './levels.ts'

/** As the form holds it: a choice is a text. */
type Draft = { name: string; email: string; tax_id: string; phone: string; level: string }

const draft = z.extend(newStaff, { level: z.enum(['1', '2', '10'], { error: 'Escolha um nível.' }) })
const levels = { '1': 1, '2': 2, '10': 10 } as const
const staffChoices = levelChoices.filter(({ value }) => value in levels)

/** Invites somebody to work here: a mail lets them choose a password. */
export function NewStaffForm() {
  return (
    <EditScreen<DeskUser, Draft>
      failed="Não foi possível preparar o convite"
      schema={draft}
      valuesOf={() => ({ name: '', email: '', tax_id: '', phone: '', level: '10' })}
      save={(values) => {
        const { level, ...person } = z.parse(draft, values)
        return call(createStaff, { body: { ...person, level: levels[level] } })
      }}
      after={{ go: 'edit', to: ({ id }) => replaceWith('staff.user', { params: { id: String(id) } }) }}
      saveText="ENVIAR CONVITE"
    >
      <TextField name="name" label="Nome completo" autoComplete="off" required />
      <TextField
        name="email"
        label="E-mail"
        hint="O convite vai para este endereço e vale por 48 horas."
        type="email"
        inputMode="email"
        autoComplete="off"
        required
      />
      <MaskedTextField
        name="phone"
        mask="phone"
        label="Telefone"
        inputMode="tel"
        autoComplete="off"
        required
      />
      <MaskedTextField name="tax_id" mask="cpf" label="CPF" inputMode="numeric" autoComplete="off" required />
      <ChoiceField name="level" label="Nível" choices={staffChoices} required />
    </EditScreen>
  )
}
