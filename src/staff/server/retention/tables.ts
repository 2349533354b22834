import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const staffTables: Pick<RetentionTables, 'second_factor'> = {
  second_factor: {
    rows: { belongsTo: ['user_account'] },
    why: 'the authenticator of somebody who works here',
    texts: { sealed_secret: 'plain', key_id: 'plain' },
  },
}
