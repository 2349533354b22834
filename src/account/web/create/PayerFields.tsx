import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'

export function NameAndEmail({ emailHint }: { emailHint: string }) {
  return (
    <>
      <TextField
        name="name"
        label="Nome completo"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        required
      />
      <TextField
        name="email"
        label="E-mail"
        hint={emailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="next"
        required
      />
    </>
  )
}

export function EmailAgain() {
  return (
    <TextField
      name="email_repeat"
      label="Repita seu e-mail"
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
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
