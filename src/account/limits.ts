import { hourMs } from '#kit/clock.ts'

export const recoveryMs = hourMs

export const invitationMs = 48 * hourMs
