import { EmailField, MaskedTextField, TextField, CheckField } from '#kit/web/form/fields.tsx'
import { useFormContext } from 'react-hook-form'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import type { AccountEntry } from '../useAccountForm.ts'
import css from './Create.module.css'

const next = { enterKeyHint: 'next', required: true } as const

export function NameAndEmail({ emailHint }: { emailHint: string }) {
  return (
    <>
      <NameField />
      <EmailField {...next} hint={emailHint} />
    </>
  )
}

export function EmailAgain() {
  return <EmailField {...next} name="email_repeat" label="Repita seu e-mail" autoComplete="off" />
}

export function PhoneAndCpf({ last = false }: { last?: boolean }) {
  return (
    <>
      <MaskedTextField
        {...next}
        name="phone"
        mask="phone"
        label="Telefone"
        hint="Com DDD. Usado na verificação de segurança do pagamento."
        autoComplete="tel-national"
      />
      <CpfField last={last} />
    </>
  )
}

export function CpfField({ last = false }: { last?: boolean }) {
  return (
    <MaskedTextField
      name="cpfcnpj"
      mask="cpf"
      label="CPF"
      autoComplete="off"
      enterKeyHint={last ? 'done' : 'next'}
      required
    />
  )
}

export function NameField() {
  return <TextField {...next} name="name" label="Nome completo" autoComplete="name" autoCapitalize="words" />
}

export function AccountOption() {
  const form = useFormContext<AccountEntry>()
  return (
    <div className={css.wish}>
      <CheckField
        name="shouldCreateAccount"
        label="Quero criar uma conta para futuros pagamentos."
        hint="Da próxima vez, é só entrar e pagar."
      />
      {form.watch('shouldCreateAccount') && (
        <>
          <EmailAgain />
          <NewPassword />
        </>
      )}
    </div>
  )
}

export function NewPassword() {
  return (
    <PasswordField
      name="password"
      label="Crie uma senha"
      hint="6 caracteres ou mais."
      autoComplete="new-password"
      enterKeyHint="done"
    />
  )
}
