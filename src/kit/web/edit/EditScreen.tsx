import { useCallback, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useLoad } from '../call/useLoad.ts'
import { LoadFailed } from '../notice/LoadFailed.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { EditForm } from './EditForm.tsx'
import type { EditScreenProps } from './editing.ts'
import { entityOf, showWarnings, type Answered, type Stored } from './saved.ts'

/** docs/spec.md#edit-screens */
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
      // Only an explicit refresh resets the form.
      key={view.value.version}
      entity={view.value.entity}
      onRefresh={() => setVersion((count) => count + 1)}
    />
  )
}
