import { notify } from '../notice/notify.ts'

/** What every stored thing may have; `AdditionalInfo` shows it. */
export type Stored = { id?: number; created_at?: string; updated_at?: string }

/** What an edit call answers: the thing under either name, and what the person should know. */
export type Answered<T> = { entity?: T; data?: T; warnings?: readonly string[] | undefined }

/** The thing of an answer: `entity ?? data`. Throws when there is neither, which the contract forbids. */
export function entityOf<T>({ entity, data }: Answered<T>): T {
  const found = entity ?? data
  if (found === undefined) throw new Error('an edit call answered neither entity nor data')
  return found
}

/** Tells what an answer warns of. */
export function showWarnings({ warnings = [] }: Answered<unknown>): void {
  for (const warning of warnings) notify(warning, 'warning')
}
