import { useFormContext } from 'react-hook-form'
import { useCanRemember } from '#checkout/web/rememberedPayer.ts'
import { CheckboxField } from '#kit/web/form/fields.tsx'
import { currentCaptcha } from '#session/web/human/humanState.ts'
import type { AccountEntry } from '../useAccountForm.ts'

/** docs/spec.md#remembered-on-this-device */
export default function RememberMe() {
  const may = useCanRemember() && currentCaptcha().kind !== 'recaptcha'
  const wanted = useFormContext<AccountEntry>().watch('shouldCreateAccount')
  if (!may || wanted) return null
  return (
    <CheckboxField
      name="remember"
      label="Lembrar neste aparelho"
      hint="Nome, e-mail, telefone, CPF e endereço ficam só neste aparelho, por 90 dias. O cartão, nunca. Não marque em aparelho de outra pessoa."
    />
  )
}
