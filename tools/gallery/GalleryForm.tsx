import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { CallFailure } from '#kit/web/failure.ts'
import { CheckboxField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { RemoteSelectField } from '#kit/web/select/RemoteSelectField.tsx'

const needed = 'Campo obrigatório.'
const schema = z.object({
  name: z.string().check(z.minLength(1, needed)),
  email: z.string().check(z.minLength(1, needed), z.email('Campo deve ser um e-mail válido.')),
  phone: z.string().check(z.minLength(14, needed)),
  cpfcnpj: z.string().check(z.minLength(14, 'Digite um CPF válido.')),
  postalcode: z.string(),
  complement: z.optional(z.string()),
  cardNumber: z.string(),
  expiry: z.string(),
  password: z.string(),
  city: z
    .nullable(z.object({ id: z.string(), text: z.string() }))
    .check(z.refine((city) => city !== null, needed)),
  agree: z.boolean(),
})
type Values = z.input<typeof schema>

const empty: Values = {
  name: '',
  email: '',
  phone: '',
  cpfcnpj: '',
  postalcode: '',
  complement: '',
  cardNumber: '',
  expiry: '',
  password: '',
  city: null,
  agree: false,
}

/** One field of each kind; the name 'servidor' simulates a server error. */
export function GalleryForm() {
  const form = useForm<Values>({ schema, defaultValues: empty, draft: 'gallery' })
  const save = async ({ name }: Values) => {
    if (name === 'servidor') {
      throw new CallFailure({
        status: 422,
        code: 'invalid',
        message: 'Nome recusado.',
        errors: { name: ['Nome recusado.'] },
      })
    }
    notify('Dados guardados.', 'success')
  }
  return (
    <Form form={form} onSubmit={save}>
      <TextField name="name" label="Nome completo" autoComplete="name" required />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="O recibo vai para este e-mail."
        required
      />
      <MaskedTextField name="phone" mask="phone" label="Telefone" autoComplete="tel-national" required />
      <MaskedTextField name="cpfcnpj" mask="cpf" label="CPF" required />
      <MaskedTextField name="postalcode" mask="cep" label="CEP" autoComplete="postal-code" />
      <TextField name="complement" label="Complemento" autoComplete="address-line2" required={false} />
      <RemoteSelectField name="city" label="Cidade" source={{ url: '/api/gl_city' }} />
      <MaskedTextField
        name="cardNumber"
        mask="card"
        label="Número do cartão"
        autoComplete="cc-number"
        countDigits={19}
      />
      <MaskedTextField
        name="expiry"
        mask="expiry"
        label="Validade"
        placeholder="mm/aa"
        autoComplete="cc-exp"
      />
      <TextField name="password" label="Crie uma senha" type="password" autoComplete="new-password" />
      <CheckboxField name="agree" label="Quero criar uma conta para futuros pagamentos." />
      <Button>AVANÇAR</Button>
    </Form>
  )
}
