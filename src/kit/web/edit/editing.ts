import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Answered, Stored } from './saved.ts'

/** After a save: back to the list, reload, or open the created record. */
export type AfterSave<T> =
  | { go: 'back'; to: () => void }
  | { go: 'refresh' }
  | { go: 'edit'; to: (saved: T) => void }

export type EditScreenProps<T extends Stored, V extends FieldValues> = {
  /** Absent for a new record. Memoise with `useCallback`. */
  load?: ((signal: AbortSignal) => Promise<Answered<T>>) | undefined
  failed: string
  schema: z.ZodMiniType
  /** Initial values; null for a new record. */
  valuesOf: (entity: T | null) => DefaultValues<V>
  /** Creates (null) or updates. A `CallFailure` is shown, and the values are kept. */
  save: (values: V, entity: T | null) => Promise<Answered<T>>
  after: AfterSave<T>
  saveText?: string
  children: ReactNode | ((entity: T | null) => ReactNode)
}
