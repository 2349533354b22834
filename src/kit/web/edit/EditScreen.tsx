import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useLoad } from '../call/useLoad.ts'
import { LoadFailed } from '../notice/LoadFailed.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { EditForm } from './EditForm.tsx'
import { entityOf, showWarnings } from './saved.ts'
import type { Answered, Stored } from './saved.ts'

/** What follows a save: back to the list, this screen read anew, or on to the edit screen of what was created. */
export type AfterSave<T> =
  { go: 'back'; to: () => void } | { go: 'refresh' } | { go: 'edit'; to: (saved: T) => void }

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

/**
 * An edit screen below its heading: loads, shows the fields, saves, and goes one of three ways on
 * (docs/screens.md#edit-screens).
 */
export function EditScreen<T extends Stored, V extends FieldValues>(props: EditScreenProps<T, V>) {
  return props.load ? <Existing {...props} load={props.load} /> : <EditForm {...props} entity={null} />
}

type ExistingProps<T extends Stored, V extends FieldValues> = EditScreenProps<T, V> & {
  load: (signal: AbortSignal) => Promise<Answered<T>>
}

function Existing<T extends Stored, V extends FieldValues>({ load, ...props }: ExistingProps<T, V>) {
  const [version, setVersion] = useState(0)
  const loadEntity = useCallback(
    async (signal: AbortSignal) => {
      const answer = await load(signal)
      showWarnings(answer)
      return { entity: entityOf(answer), version }
    },
    [load, version],
  )
  const { view, reload } = useLoad(loadEntity)
  if (view.state === 'loading') return <Skeleton lines={8} label="Buscando dados, aguarde..." />
  if (view.state === 'failed')
    return <LoadFailed title={props.failed} failure={view.failure} reload={reload} />
  return (
    <EditForm
      {...props}
      // What was read anew starts a form anew; what the connection merely brought back does not.
      key={view.value.version}
      entity={view.value.entity}
      onRefresh={() => setVersion((count) => count + 1)}
    />
  )
}
