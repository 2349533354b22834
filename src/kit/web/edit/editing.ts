import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Answered, Stored } from './saved.ts'

/** What follows a save: back to the list, this screen read anew, or on to the edit screen of what was created. */
export type AfterSave<T> =
  | { go: 'back'; to: () => void }
  | { go: 'refresh' }
  | { go: 'edit'; to: (saved: T) => void }

export type EditScreenProps<T extends Stored, V extends FieldValues> = {
  /** Asks for what is edited; absent for something new. Keep it with `useCallback`. */
  load?: ((signal: AbortSignal) => Promise<Answered<T>>) | undefined
  /** 'Não foi possível carregar o equipamento'. */
  failed: string
  /** Judges the form; its texts are what the person reads. */
  schema: z.ZodMiniType
  /** What the fields show at first; null for something new. */
  valuesOf: (entity: T | null) => DefaultValues<V>
  /** Creates (null) or updates. A `CallFailure` is shown, by field where the server names one, and nothing typed is lost. */
  save: (values: V, entity: T | null) => Promise<Answered<T>>
  after: AfterSave<T>
  /** The word on the button. */
  saveText?: string
  /** The fields: `TextField` and the others of kit/web/form. */
  children: ReactNode | ((entity: T | null) => ReactNode)
}
