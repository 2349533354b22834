import { EmailField, MaskedTextField, TextField, CheckboxField } from '#kit/web/form/fields.tsx'
import { useFormContext } from 'react-hook-form'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import type { AccountEntry } from '../useAccountForm.ts'
import css from './Create.module.css'

const nextFieldProps = { enterKeyHint: 'next', required: true } as const

export function NameAndEmailFields({ emailHint }: { emailHint: string }) {
  return (
    <>
      <NameField />
      <EmailField {...nextFieldProps} hint={emailHint} />
    </>
  )
}

export function EmailRepeatField() {
  return <EmailField {...nextFieldProps} name="email_repeat" label="Repita seu e-mail" autoComplete="off" />
}

export function PhoneAndCpfFields({ last = false }: { last?: boolean }) {
  return (
    <>
      <MaskedTextField
        {...nextFieldProps}
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
  return (
    <TextField
      {...nextFieldProps}
      name="name"
      label="Nome completo"
      autoComplete="name"
      autoCapitalize="words"
    />
  )
}

export function CreateAccountOption() {
  const form = useFormContext<AccountEntry>()
  return (
    <div className={css.wish}>
      <CheckboxField
        name="shouldCreateAccount"
        label="Quero criar uma conta para futuros pagamentos."
        hint="Da próxima vez, é só entrar e pagar."
      />
      {form.watch('shouldCreateAccount') && (
        <>
          <EmailRepeatField />
          <NewPasswordField />
        </>
      )}
    </div>
  )
}

export function NewPasswordField() {
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
