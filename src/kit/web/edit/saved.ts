import { notify } from '../notice/notify.ts'

export type Stored = { id?: number; created_at?: string; updated_at?: string }

/** The record has either name. */
export type Answered<T> = { entity?: T; data?: T; warnings?: readonly string[] | undefined }

/** Throws when both are missing. */
export function entityOf<T>({ entity, data }: Answered<T>): T {
  const found = entity ?? data
  if (found === undefined) throw new Error('an edit call answered neither entity nor data')
  return found
}

export function showWarnings({ warnings = [] }: Answered<unknown>): void {
  for (const warning of warnings) notify(warning, 'warning')
}
