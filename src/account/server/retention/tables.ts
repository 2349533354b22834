import { sql } from 'kysely'
import { type RetentionTables, type PersonalData, deleteRowsBefore } from '#kit/server/retention/retention.ts'

const accountColumn = (description: string, exportKey: string): PersonalData => ({
  description,
  exportKey,
  erasedWith: 'account',
})

export const accountTables = {
  city: {
    rows: 'stays',
    why: 'the municipalities of Brazil',
    texts: { name: 'plain', state: 'plain', search: 'plain' },
  },
  consent: {
    rows: { belongsTo: ['user_account'] },
    why: 'what somebody agreed to stands as long as the data that it is about',
    texts: { terms_version: 'plain', terms_hash: 'plain' },
  },
  device_token: {
    rows: [
      { days: 365, what: 'unused', end: deleteRowsBefore('device_token', 'used_at') },
      {
        days: 30,
        what: 'revoked',
        end: deleteRowsBefore('device_token', 'revoked_at', sql`revoked_at is not null`),
      },
    ],
    why: 'a phone that nobody used for a year signs in by its password',
    texts: { token_hash: 'plain' },
  },
  device_token_spent: {
    rows: [{ days: 90, what: 'every row', end: deleteRowsBefore('device_token_spent', 'spent_at') }],
    why: 'a copied token ends its phone; an older one opens nothing anyway',
    texts: { token_hash: 'plain' },
  },
  recovery_token: {
    rows: [{ days: 1, what: 'from its end on', end: deleteRowsBefore('recovery_token', 'expires_at') }],
    why: 'the link in the mail is good for less',
    texts: { token_hash: 'plain' },
  },
  user_account: {
    rows: 'stays',
    why: 'until its owner erases it',
    title: 'Conta',
    texts: {
      name: accountColumn('nome', 'account'),
      email: accountColumn('e-mail', 'account'),
      tax_id: accountColumn('CPF', 'account'),
      phone: accountColumn('telefone', 'account'),
      password_hash: 'plain',
      postal_code: accountColumn('CEP', 'address'),
      street: accountColumn('endereço', 'address'),
      street_number: accountColumn('número', 'address'),
      complement: accountColumn('complemento', 'address'),
      neighborhood: accountColumn('bairro', 'address'),
    },
  },
} satisfies Partial<RetentionTables>
