import { hourMs, minuteMs } from '#kit/clock.ts'

/**
 * Wrong passwords (docs/limits.md#7-wrong-passwords). The two wider limits stand against many addresses, or
 * many accounts.
 */
export const loginLimits = {
  windowMs: 15 * minuteMs,
  perAccountAndAddress: 5,
  perAccount: 50,
  perAddress: 200,
} as const

/** Asking for a recovery mail. */
export const recoveryLimits = { windowMs: hourMs, perEmail: 3, perAddress: 60 } as const

/** Being told that an e-mail or CPF has an account (docs/rulings.md#r6). */
export const takenLimits = { windowMs: hourMs, perAddress: 60 } as const

/** How long a mailed recovery link is good. */
export const recoveryMs = hourMs

/** How long the link is good that invites somebody to work here. */
export const invitationMs = 48 * hourMs
