export const disputeFailures = {
  dispute_state: 'Esta contestação já está em outra situação.',
} as const

declare module '#kit/fail.ts' {
  interface FailNames {
    dispute: keyof typeof disputeFailures
  }
}
