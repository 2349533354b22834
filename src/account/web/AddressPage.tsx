import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#kit/web/call/HumanLine.tsx'
import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import css from './Account.module.css'
import { CityField } from './CityField.tsx'
import { useFlowTicket } from './FlowTicket.tsx'
import { useAddressForm } from './useAddressForm.ts'
import { useCepLookUp } from './useCepLookUp.ts'
import { WhyAddress } from './WhyAddress.tsx'

/** Where the payer lives, for the card operator's fraud check (spec.md screen 17). */
export default function AddressPage() {
  const { code, aside } = useFlowTicket()
  const { form, save } = useAddressForm(code)
  const said = useCepLookUp(form)
  return (
    <Page title="Preencha seus endereço" step="personAddress" aside={aside}>
      <Form form={form} onSubmit={save}>
        <Panel>
          <Fields cepNote={said} />
        </Panel>
        <WhyAddress ticket={code} />
        <Actions>
          <HumanLine />
          <Button>AVANÇAR</Button>
        </Actions>
      </Form>
      <Button look="quiet" onClick={() => go('ticket.account', { query: { ticket: code } })}>
        Voltar
      </Button>
    </Page>
  )
}

function Fields({ cepNote }: { cepNote: string | null }) {
  return (
    <>
      <div>
        <MaskedTextField name="postalcode" mask="cep" label="CEP" autoComplete="postal-code" required />
        {cepNote !== null && (
          <p className={css.cepNote} role="status">
            {cepNote}
          </p>
        )}
      </div>
      <TextField
        name="street"
        label="Endereço"
        hint="Rua, avenida ou praça."
        autoComplete="address-line1"
        required
      />
      <div className={css.pair}>
        <TextField name="streetNumber" label="Número" autoComplete="off" required />
        <TextField name="complement" label="Complemento" autoComplete="address-line2" required={false} />
      </div>
      <TextField name="neighborhood" label="Bairro" autoComplete="address-level3" required />
      <CityField />
    </>
  )
}
