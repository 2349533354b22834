import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const cardTables: Pick<RetentionTables, 'saved_card'> = {
  saved_card: {
    rows: { belongsTo: ['user_account'] },
    why: 'its owner removes it, or revokes the consent',
    title: 'Cartões salvos',
    texts: {
      token: 'plain',
      brand: { description: 'bandeira', exportKey: 'saved_cards', erasedWith: 'account' },
      last_digits: { description: 'final do cartão', exportKey: 'saved_cards', erasedWith: 'account' },
      sealed_token: 'plain',
      key_id: 'plain',
      acquirer: 'plain',
    },
  },
}
