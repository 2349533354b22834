import * as z from 'zod/mini'

/** `request` counts the times that staff asked for it again. */
export const closingMailKind = {
  name: 'closing_mail',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ closingId: z.number(), request: z.optional(z.string()) }),
} as const
