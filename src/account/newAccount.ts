import * as z from 'zod/mini'
import { fieldTexts, newPassword } from '#kit/fields.ts'
import { accountData } from './contract.ts'

const mismatch = 'Preencha o e-mail exatamente igual ao campo anterior.'

const fields = z.extend(accountData, {
  shouldCreateAccount: z.nullish(z.boolean()),
  email_repeat: z.nullish(z.string()),
  password: z.nullish(z.string()),
})

type Wish = { wanted: boolean; email: string; again: string; password: string }

/** Parsed leniently, so that no error hides another. */
function wishOf(value: unknown): Wish {
  const read = (name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  const text = (name: string) => {
    const found = read(name)
    return typeof found === 'string' ? found : ''
  }
  return {
    wanted: read('shouldCreateAccount') === true,
    email: text('email').trim().toLowerCase(),
    again: text('email_repeat').trim().toLowerCase(),
    password: text('password'),
  }
}

function wrongIn({ wanted, email, again, password }: Wish): Array<[field: string, message: string]> {
  if (!wanted) return []
  const chosen = newPassword.safeParse(password).error?.issues[0]
  return [
    ...(again === '' ? [['email_repeat', fieldTexts.required] as const] : []),
    ...(again !== '' && again !== email ? [['email_repeat', mismatch] as const] : []),
    ...(chosen ? [['password', chosen.message] as const] : []),
  ].map(([field, message]) => [field, message])
}

/** docs/spec.md#payer, docs/spec.md#new-account-data, docs/spec.md#field-rules */
export const accountForm = z.intersection(
  fields,
  z.transform((value: unknown, context) => {
    for (const [field, message] of wrongIn(wishOf(value)))
      context.issues.push({ code: 'custom', path: [field], message, input: value })
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
