export const disputeFailures = {
  dispute_state: 'Esta contestação já está em outra situação.',
} as const
