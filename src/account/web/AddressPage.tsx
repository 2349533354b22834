import { Button } from '#kit/web/Button.tsx'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { useCustomer } from '#checkout/web/customer.ts'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, watchForNavigation, useRoute } from '#kit/web/route/routes.ts'
import { AddressFields } from './AddressFields.tsx'
import { useCepLookUp } from './city/useCepLookUp.ts'
import { useDueTicket } from './CheckoutTicket.tsx'
import { useAddressForm, type AddressEntry } from './useAddressForm.ts'
import { useState } from 'react'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'

/** docs/spec.md#address */
export default function AddressPage() {
  const { code, aside } = useDueTicket()
  const lotCity = useCustomer(code).ticket?.['lot_city_id']
  const query = { ticket: code, method: useRoute().query['method'] }
  const { form, save } = useAddressForm(code)
  const advance = async (entry: AddressEntry) => {
    const isHere = watchForNavigation()
    await save(entry)
    if (isHere()) go('ticket.privacyPolicyTerms', { query })
  }
  const cepNote = useCepLookUp(form)
  return (
    <Page title="Preencha seus endereço" steps={<Steps />} aside={aside}>
      <Form form={form} onSubmit={advance} enterMovesOn>
        <Panel>
          <AddressFields cepNote={cepNote} nearId={lotCity} />
        </Panel>
        <WhyAddress ticket={code} />
        <Actions>
          <HumanCheckStatus />
          <Button>AVANÇAR</Button>
        </Actions>
      </Form>
      <Button variant="quiet" onClick={() => go('ticket.account', { query })}>
        Voltar
      </Button>
    </Page>
  )
}

const question = 'Por que precisamos do seu endereço?'

function WhyAddress({ ticket }: { ticket: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="info" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {question}
      </Button>
      {isOpen && (
        <Dialog
          title={question}
          onClose={() => setIsOpen(false)}
          actions={
            <Button type="button" onClick={() => setIsOpen(false)}>
              Entendi
            </Button>
          }
        >
          <p>
            As operadoras de cartão exigem o endereço de quem paga para confirmar que o cartão está sendo
            usado pelo dono. Isso protege você contra fraudes.
          </p>
          <p>
            Usamos o endereço só para este pagamento e para o controle fiscal. Nada é enviado para a sua casa.
          </p>
          <p>
            Ficou com dúvida?{' '}
            <RouteLink to="contact" query={{ backTo: 'ticket.personAddress', ticket }}>
              Fale conosco
            </RouteLink>
            .
          </p>
        </Dialog>
      )}
    </>
  )
}
