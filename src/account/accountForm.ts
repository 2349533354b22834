import * as z from 'zod/mini'
import { fieldTexts, newPassword } from '#kit/fields.ts'
import { accountData } from './contract.ts'

const emailMismatchText = 'Preencha o e-mail exatamente igual ao campo anterior.'

const accountFields = z.extend(accountData, {
  shouldCreateAccount: z.nullish(z.boolean()),
  email_repeat: z.nullish(z.string()),
  password: z.nullish(z.string()),
})

const lenientText = z.catch(z.string(), '')

/** A value of a wrong type counts as empty, so that no error hides another. */
const lenientEntry = z.object({
  shouldCreateAccount: z.catch(z.boolean(), false),
  email: lenientText,
  email_repeat: lenientText,
  password: lenientText,
})

function findEntryErrors({
  shouldCreateAccount,
  email,
  email_repeat,
  password,
}: z.output<typeof lenientEntry>) {
  if (!shouldCreateAccount) return []
  const again = email_repeat.trim().toLowerCase()
  const unlike =
    again === '' ? fieldTexts.required : again === email.trim().toLowerCase() ? null : emailMismatchText
  const problem = newPassword.safeParse(password).error?.issues[0]?.message ?? null
  return [
    { field: 'email_repeat', message: unlike },
    { field: 'password', message: problem },
  ]
}

/** docs/spec.md#payer, docs/spec.md#new-account-data, docs/spec.md#field-rules */
export const accountForm = z.intersection(
  accountFields,
  z.transform((value: unknown, context) => {
    for (const { field, message } of findEntryErrors(z.parse(lenientEntry, value)))
      if (message !== null) context.issues.push({ code: 'custom', path: [field], message, input: value })
    return {}
  }),
)

/** docs/spec.md#duplicates */
export function duplicateTexts({ email, cpf }: { email: string | null; cpf: string | null }): string[] {
  return [
    ...(email === null ? [] : [`O e-mail ${email} já possui cadastro conosco...`]),
    ...(cpf === null ? [] : [`O CPF ${cpf} já possui cadastro conosco...`]),
  ]
}
