/**
 * Every instant of the database by which an instance decides what another may do (docs/reliability.md#whose-clock). Whoever
 * takes something from others for a while takes it by the database's clock: `database`; SQL that sets or compares such a
 * column uses `kit/server/db/leases.ts`, or `SharedClock`. An appointment that nobody is hurt by whose clock is ahead may be
 * by an instance's: `instance`. A new column stands here, or among those that are only written down; `test/times.test.ts`.
 */
export const times = {
  'job.lease_until_at': { clock: 'database' },
  'refund.claimed_until_at': { clock: 'database' },
  'attempt.looked_at': { clock: 'database' },
  'attempt.not_found_at': { clock: 'database' },
  'payment.price_expires_at': { clock: 'database' },
  'job.run_at': { clock: 'instance' },
  'refund.pending_until_at': { clock: 'instance' },
  'attempt.ask_at': { clock: 'instance' },
  'payment.deadline_at': { clock: 'instance' },
  'payment.ending_at': { clock: 'instance' },
  'reservation.deadline_at': { clock: 'instance' },
  'reservation.arrive_until_at': { clock: 'instance' },
  'paid_segment.exit_deadline_at': { clock: 'instance' },
  'session.expires_at': { clock: 'instance' },
  'session.human_until_at': { clock: 'instance' },
  'session.hard_proof_until_at': { clock: 'instance' },
  'guest_typed.expires_at': { clock: 'instance' },
  'recovery_token.expires_at': { clock: 'instance' },
  'used_challenge.expires_at': { clock: 'instance' },
  'refused_card.until_at': { clock: 'instance' },
  'rate_mark.at': { clock: 'instance' },
  'try_mark.at': { clock: 'instance' },
  'ledger.at': { clock: 'instance' },
  'lot.occupancy_at': { clock: 'instance' },
} as const satisfies Readonly<Record<string, { clock: 'database' | 'instance' }>>

/** What is written down, shown and put in order; how long it is kept goes by the database's clock. By table. */
export const written: Readonly<Record<string, string>> = {
  acquirer_event: 'received_at',
  attempt: 'started_at answered_at paid_behind_at',
  audit: 'at',
  car_movement: 'at',
  closing: 'made_at',
  closing_adjustment: 'at',
  consent: 'at revoked_at',
  device: 'revoked_at key_at',
  device_token: 'used_at revoked_at',
  device_token_spent: 'spent_at',
  equipment_event: 'at deadline_at',
  hour_sum: 'hour_at',
  job: 'done_at dead_at',
  lot: 'moved_at',
  mail: 'at',
  migration: 'applied_at',
  paid_segment: 'paid_at',
  payment: 'paid_at exit_deadline_at agreed_at',
  quote: 'expires_at',
  recovery_token: 'ended_at',
  refund: 'asked_at ended_at',
  review_case: 'opened_at closed_at',
  sale_event: 'at',
  second_factor: 'confirmed_at',
  session: 'ended_at second_factor_at',
  statement: 'uploaded_at',
  ticket: 'entered_at exited_at blocked_at',
}
