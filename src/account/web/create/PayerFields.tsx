import { EmailField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'

export function NameAndEmail({ emailHint }: { emailHint: string }) {
  return (
    <>
      <NameField />
      <EmailField hint={emailHint} enterKeyHint="next" required />
    </>
  )
}

export function EmailAgain() {
  return (
    <EmailField
      name="email_repeat"
      label="Repita seu e-mail"
      autoComplete="off"
      enterKeyHint="next"
      required
    />
  )
}

export function PhoneAndCpf({ last = false }: { last?: boolean }) {
  return (
    <>
      <MaskedTextField
        name="phone"
        mask="phone"
        label="Telefone"
        hint="Com DDD. Usado na verificação de segurança do pagamento."
        autoComplete="tel-national"
        enterKeyHint="next"
        required
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
      name="name"
      label="Nome completo"
      autoComplete="name"
      autoCapitalize="words"
      enterKeyHint="next"
      required
    />
  )
}
