import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const cardTables: Pick<RetentionTables, 'saved_card'> = {
  saved_card: {
    rows: { belongsTo: ['user_account'] },
    why: 'its owner removes it, or revokes the consent',
    title: 'Cartões salvos',
    texts: {
      token: 'plain',
      brand: { says: 'bandeira', copied: 'saved_cards', goes: 'account' },
      last_digits: { says: 'final do cartão', copied: 'saved_cards', goes: 'account' },
      sealed_token: 'plain',
      key_id: 'plain',
      acquirer: 'plain',
    },
  },
}
