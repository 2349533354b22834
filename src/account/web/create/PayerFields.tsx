import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'

/** Who pays, inside a `Form` of an `AccountEntry`. `emailHint`: what the e-mail is for on this screen. */
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

/** The e-mail again: a typo would lock the person out of the account. */
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

/** Phone and CPF, with their masks. `last`: nothing is typed after them. */
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

/** The CPF of who pays. `last`: Enter sends the form from here. */
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
