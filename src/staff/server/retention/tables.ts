import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const staffTables: Pick<RetentionTables, 'export_lease' | 'recovery_code' | 'second_factor'> = {
  export_lease: {
    rows: { belongsTo: ['user_account'] },
    why: 'the export that a person runs now',
    texts: { run: 'plain' },
  },
  recovery_code: {
    rows: { belongsTo: ['second_factor'] },
    why: 'each passes once where the authenticator is lost',
    texts: { code_hash: 'plain' },
  },
  second_factor: {
    rows: { belongsTo: ['user_account'] },
    why: 'the authenticator of somebody who works here',
    texts: { sealed_secret: 'plain', key_id: 'plain' },
  },
}
