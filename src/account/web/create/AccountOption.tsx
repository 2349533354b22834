import { useFormContext } from 'react-hook-form'
import { CheckField } from '#kit/web/form/fields.tsx'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import type { AccountEntry } from '../useAccountForm.ts'
import css from './Create.module.css'
import { EmailAgain } from './PayerFields.tsx'

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
