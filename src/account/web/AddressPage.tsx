import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { useCustomer } from '#checkout/web/customer.ts'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, stillHere, useRoute } from '#kit/web/route/routes.ts'
import { AddressFields } from './AddressFields.tsx'
import { useCepLookUp } from './city/useCepLookUp.ts'
import { useDueTicket } from './FlowTicket.tsx'
import { useAddressForm, type AddressEntry } from './useAddressForm.ts'
import { WhyAddress } from './WhyAddress.tsx'

/** The payer's address, for the acquirer's fraud check (docs/spec.md#address). */
export default function AddressPage() {
  const { code, aside } = useDueTicket()
  const lotCity = useCustomer(code).ticket?.['lot_city_id']
  const query = { ticket: code, method: useRoute().query['method'] }
  const { form, save } = useAddressForm(code)
  const advance = async (entry: AddressEntry) => {
    const isHere = stillHere()
    await save(entry)
    if (isHere()) go('ticket.privacyPolicyTerms', { query })
  }
  const cepNote = useCepLookUp(form)
  return (
    <Page title="Preencha seus endereço" steps={<Steps />} aside={aside}>
      <Form form={form} onSubmit={advance} leads>
        <Panel>
          <AddressFields cepNote={cepNote} nearId={lotCity} />
        </Panel>
        <WhyAddress ticket={code} />
        <Actions>
          <HumanLine />
          <Button>AVANÇAR</Button>
        </Actions>
      </Form>
      <Button look="quiet" onClick={() => go('ticket.account', { query })}>
        Voltar
      </Button>
    </Page>
  )
}
