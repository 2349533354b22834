import * as z from 'zod/mini'

export const alertMailKind = {
  name: 'alert_mail',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ kind: z.string(), lotId: z.nullable(z.number()), hour: z.string() }),
} as const
