import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#kit/web/call/HumanLine.tsx'
import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { useFlowTicket } from './FlowTicket.tsx'
import { useAccountForm } from './useAccountForm.ts'

/** Who pays (spec.md screen 16). */
export default function AccountDataPage() {
  const { code, aside } = useFlowTicket()
  const { form, save } = useAccountForm(code)
  return (
    <Page title="Preencha seus dados" step="accountData" aside={aside}>
      <Form form={form} onSubmit={save}>
        <Panel>
          <TextField name="name" label="Nome completo" autoComplete="name" autoCapitalize="words" required />
          <TextField
            name="email"
            label="E-mail"
            hint="O recibo do pagamento será enviado para este e-mail."
            type="email"
            inputMode="email"
            autoComplete="email"
            required
          />
          <MaskedTextField
            name="phone"
            mask="phone"
            label="Telefone"
            hint="Com DDD. Usado na verificação de segurança do pagamento."
            autoComplete="tel-national"
            required
          />
          <MaskedTextField
            name="cpfcnpj"
            mask="cpf"
            label="CPF"
            autoComplete="off"
            enterKeyHint="next"
            required
          />
        </Panel>
        <Actions>
          <HumanLine />
          <Button>AVANÇAR</Button>
        </Actions>
      </Form>
      <Button look="quiet" onClick={() => go('ticket.value', { query: { ticket: code } })}>
        Voltar
      </Button>
    </Page>
  )
}
