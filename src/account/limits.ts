import { hourMs } from '#kit/clock.ts'

/** How long a mailed recovery link is good. */
export const recoveryMs = hourMs

/** How long the link is good that invites somebody to work here. */
export const invitationMs = 48 * hourMs
