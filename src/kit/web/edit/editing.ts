import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Answered, Stored } from './saved.ts'

export type AfterSave<T> =
  | { go: 'back'; to: () => void }
  | { go: 'refresh' }
  | { go: 'edit'; to: (saved: T) => void }

export type EditScreenProps<T extends Stored, V extends FieldValues> = {
  /** Absent for a new record. Memoise it. */
  load?: ((signal: AbortSignal) => Promise<Answered<T>>) | undefined
  failed: string
  schema: z.ZodMiniType
  /** Null for a new record. */
  valuesOf: (entity: T | null) => DefaultValues<V>
  /** A `CallFailure` is shown, and the values are kept. */
  save: (values: V, entity: T | null) => Promise<Answered<T>>
  after: AfterSave<T>
  saveText?: string
  children: ReactNode | ((entity: T | null) => ReactNode)
}
