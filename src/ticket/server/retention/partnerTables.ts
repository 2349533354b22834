import { deleteRowsBefore, type RetentionTables } from '#kit/server/retention/retention.ts'

/** Of shops that validate tickets. */
export const partnerTables = {
  benefit: {
    rows: 'stays',
    why: 'what a shop may give; its validations name it',
    texts: { name: 'plain' },
  },
  partner: {
    rows: 'stays',
    why: 'a shop with a contract, as its statements name it',
    texts: { name: 'plain', cnpj: 'plain', email: 'plain' },
  },
  partner_code: {
    rows: [
      {
        days: 90,
        what: 'every row, counted from its end',
        end: deleteRowsBefore('partner_code', 'valid_until_at'),
      },
    ],
    why: 'a shop asks when a code was used',
    texts: { code_hash: 'plain' },
  },
  partner_invitation: {
    rows: [
      {
        days: 1,
        what: 'every row, counted from its end',
        end: deleteRowsBefore('partner_invitation', 'expires_at'),
      },
    ],
    why: 'a person of a shop who has no account yet',
    title: 'Convites de parceiros',
    texts: {
      email: {
        description: 'e-mail convidado por um parceiro',
        exportKey: null,
        erasedWith: { days: 1 },
      },
    },
  },
  partner_person: {
    rows: { belongsTo: ['user_account'] },
    why: 'which shop an account validates for',
    texts: {},
  },
} satisfies Partial<RetentionTables>
