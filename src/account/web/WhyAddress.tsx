import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'

const question = 'Por que precisamos do seu endereço?'

export function WhyAddress({ ticket }: { ticket: string | undefined }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button look="quiet" icon="info" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {question}
      </Button>
      {asked && (
        <Dialog
          title={question}
          onClose={() => setAsked(false)}
          actions={
            <Button type="button" onClick={() => setAsked(false)}>
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
