/** Throws for the applied migrations of a database or backup from before 0.2.0, the first release. */
export function assertReleased(what: 'database' | 'backup', applied: readonly string[]): void {
  if (applied.includes('0001_tickets_and_payments.sql')) throw new Error(unreleased[what])
}

const unreleased = {
  database:
    'the database is from before the first release (0.2.0), which cannot upgrade it: start with an empty database (a demo: remove the folder ./var)',
  backup:
    'the backup is from before the first release (0.2.0), which cannot read it: restore it with the version that took it',
} as const
