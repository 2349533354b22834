import {
  type RetentionTables,
  legalRetentionDays,
  deleteRowsBefore,
} from '#kit/server/retention/retention.ts'
import { dropUnsentPayments, dropEndedPayments, erasePayersBefore } from './erase.ts'

const ofPayment = { belongsTo: ['payment'] } as const

export const paymentTables = {
  acquirer_event: {
    rows: [{ days: 30, what: 'every row', end: deleteRowsBefore('acquirer_event', 'received_at') }],
    why: 'a notification is looked at within a day, by a job of its own',
    texts: { reference: 'plain', acquirer: 'plain' },
  },
  payment: {
    rows: [
      {
        days: 30,
        what: 'the payer’s data, and the cards tried, where nothing was taken',
        end: erasePayersBefore,
      },
      { days: 30, what: 'what was never sent to the acquirer, with its audit rows', end: dropUnsentPayments },
      {
        days: legalRetentionDays,
        what: 'every row, with its attempts, ledger, refunds, cases, events and consents',
        end: dropEndedPayments,
      },
    ],
    why: 'the law’s time for money; without money there is no reason to know the payer',
    title: 'Pagamentos',
    texts: {
      token: 'plain',
      session_hash: 'plain',
      receipt_kid: 'plain',
      ticket_code: 'plain',
      time_zone: 'plain',
      breakdown: 'plain',
      reason: 'plain',
      agreed_terms: 'plain',
      agreed_hash: 'plain',
      payer: {
        description: 'nome, CPF, e-mail, telefone e endereço informados ao pagar',
        exportKey: 'payers',
        erasedWith: 'law',
      },
    },
  },
  attempt: {
    rows: ofPayment,
    why: 'what the acquirer was asked, and said',
    title: 'Tentativas de pagamento',
    texts: {
      order_key: 'plain',
      cause: 'plain',
      return_code: 'plain',
      reference: 'plain',
      nsu: 'plain',
      end_to_end_id: 'plain',
      authorisation_code: 'plain',
      card_brand: { description: 'bandeira', exportKey: 'payers', erasedWith: 'law' },
      card_last_digits: { description: 'final do cartão', exportKey: 'payers', erasedWith: 'law' },
      auth_url: 'plain',
      return_nonce_hash: 'plain',
      session_hash: 'plain',
      acquirer: 'plain',
      shown: 'plain',
      authentication: 'plain',
      authentication_id: 'plain',
      eci: 'plain',
    },
  },
  ledger: { rows: ofPayment, why: 'the books', texts: {} },
  refund: {
    rows: ofPayment,
    why: 'what was given back, by whom and why',
    texts: { reason: 'plain', return_code: 'plain', actor: 'plain' },
  },
  refused_card: {
    rows: [{ days: 0, what: 'from its end on', end: deleteRowsBefore('refused_card', 'until_at') }],
    why: 'brands charge for asking again about a card that they refused for good; 30 days at most',
    texts: { key_hash: 'plain', cause: 'plain' },
  },
  review_case: { rows: ofPayment, why: 'what staff had to decide', texts: {} },
  sale_event: {
    rows: ofPayment,
    why: 'events of a sale at the acquirer: disputes, fraud alerts, failed refunds',
    texts: { number: 'plain', text: 'plain' },
  },
  duplicate_scan: {
    rows: 'stays',
    why: 'up to which attempt the acquirers were asked how many sales they made',
    texts: {},
  },
} as const satisfies Partial<RetentionTables>
