import { hourMs } from '#kit/clock.ts'

/** Lifetime of a recovery link. */
export const recoveryMs = hourMs

/** Lifetime of a staff invitation. */
export const invitationMs = 48 * hourMs
