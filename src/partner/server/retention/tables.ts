import { deleteRowsBefore, type RetentionTables } from '#kit/server/retention/retention.ts'

/** Of validations: src/ticket/server/retention/tables.ts. */
export const partnerTables = {
  benefit: {
    rows: 'stays',
    why: 'what a shop may give; validations name it',
    texts: { name: 'plain' },
  },
  partner: {
    rows: 'stays',
    why: 'a company that pays stays of its customers',
    texts: { name: 'plain', cnpj: 'plain', email: 'plain', statement_month: 'plain' },
  },
  partner_code: {
    rows: [
      {
        days: 90,
        what: 'every row, counted from its last day',
        end: deleteRowsBefore('partner_code', 'valid_until_at'),
      },
    ],
    why: 'a printed code that is shown late is told to be over, not unknown',
    texts: { code_hash: 'plain' },
  },
  partner_invitation: {
    rows: [
      {
        days: 1,
        what: 'every row, counted from the end of its link',
        end: deleteRowsBefore('partner_invitation', 'expires_at'),
      },
    ],
    why: 'the person of a shop makes an account within a week',
    title: 'Convites de lojas',
    texts: {
      email: {
        description: 'e-mail convidado a validar tickets por uma loja',
        exportKey: null,
        erasedWith: { days: 1 },
      },
      token_hash: 'plain',
    },
  },
  partner_person: {
    rows: { belongsTo: ['user_account', 'partner'] },
    why: 'the accounts that validate tickets for a shop',
    texts: {},
  },
} as const satisfies Partial<RetentionTables>
