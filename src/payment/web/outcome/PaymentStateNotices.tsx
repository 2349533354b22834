import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, serializeTarget } from '#kit/web/route/routes.ts'
import type { WireTransaction } from '../../contract.ts'
import { payScreenOf, methodRow } from '../../method/method.ts'
import type { SubjectDisplay } from '../subjectDisplay.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import type { WayForward } from '#checkout/wayForward.ts'

export function BankConfirmation({ payment, onCancel }: { payment: WireTransaction; onCancel: () => void }) {
  const authUrl = payment.attempt?.authUrl ?? null
  return (
    <>
      <Callout tone="sign" title="Confirme o pagamento na página do seu banco" icon="shield" takesFocus>
        <p>O banco quer ter certeza de que é você. Depois de confirmar, você volta para cá.</p>
      </Callout>
      <Actions>
        {authUrl !== null && (
          <Button type="button" onClick={() => location.assign(authUrl)}>
            Continuar no banco
          </Button>
        )}
      </Actions>
      <Button variant="danger" onClick={onCancel}>
        Cancelar
      </Button>
    </>
  )
}

export function PaymentClosed({ payment }: { payment: WireTransaction }) {
  const { title, text, way } = closedTexts(payment)
  const isOver = way === 'retry'
  return (
    <>
      <Callout tone={isOver ? 'warn' : 'sign'} title={title} takesFocus>
        {payment.protocol !== null && (
          <p>
            Protocolo <span className="figure spaced">{payment.protocol}</span>
          </p>
        )}
        <p>{text}</p>
      </Callout>
      <WayForwardCallout way={way} ticketCode={payment.ticket_code} />
      <Actions>
        {isOver && (
          <Button
            type="button"
            onClick={() => go('ticket.value', { query: { ticket: payment.ticket_code } })}
          >
            CONSULTAR TICKET
          </Button>
        )}
        {isOver && <ContactLink payment={payment} />}
      </Actions>
    </>
  )
}

type ExhaustedProps = { payment: WireTransaction; subject: SubjectDisplay }

export function AttemptsExhausted({ payment, subject }: ExhaustedProps) {
  const { title, text, way } = subject.exhausted
  return (
    <>
      <Callout tone="warn" title={title} takesFocus>
        <p>{text}</p>
      </Callout>
      <WayForwardCallout way={way} ticketCode={payment.ticket_code} />
    </>
  )
}

function ContactLink({ payment }: { payment: WireTransaction }) {
  const backTo = serializeTarget(payScreenOf(payment), { params: { token: payment.ws_token } })
  return (
    <RouteLink to="contact" query={{ backTo }} variant="plain" icon="chat">
      Fale conosco
    </RouteLink>
  )
}

type ClosedTexts = { readonly title: string; readonly text: string; readonly way: WayForward }

function closedTexts({ state, payment_type, reason }: WireTransaction): ClosedTexts {
  const { requested, title, text } = methodRow(payment_type).given
  switch (state) {
    case 'cancelled':
    case 'voided':
      return {
        way: 'retry',
        title: 'Este pagamento foi cancelado',
        text: 'Nada foi cobrado. Consulte o ticket se ainda quiser pagar.',
      }
    case 'expired':
      return {
        way: 'retry',
        title: 'Este pagamento expirou',
        text: 'Ele ficou aberto por tempo demais e nada foi cobrado. Consulte o ticket de novo.',
      }
    case 'refunding':
      return { way: 'retry', title: 'O valor está sendo devolvido', text: reason ?? requested }
    case 'refunded':
      return { way: 'retry', title, text: reason ?? text }
    default:
      return {
        title: 'Pagamento em análise',
        text: 'Não pague de novo. Nossa equipe está conferindo com o banco. Para falar sobre ele, informe o protocolo.',
        way: 'staff',
      }
  }
}
