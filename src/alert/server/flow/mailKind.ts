import * as z from 'zod/mini'

/** Mails the raised alerts of one kind and car park. */
export const alertMailKind = {
  name: 'alert_mail',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ kind: z.string(), lotId: z.nullable(z.number()), hour: z.string() }),
} as const
