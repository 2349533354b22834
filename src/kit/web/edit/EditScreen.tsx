import { LoadView } from '../call/LoadView.tsx'
import { useCallback, useState, type ReactNode } from 'react'
import type { FieldValues, DefaultValues } from 'react-hook-form'
import { useLoad } from '../call/useLoad.ts'
import { Button } from '../Button.tsx'
import { AdditionalInfo, type Entity } from '../entity/AdditionalInfo.tsx'
import { Form, useForm } from '../form/Form.tsx'
import { whileLoading } from '../notice/loading.ts'
import { notify } from '../notice/notify.ts'
import { Actions, Panel } from '../page/Page.tsx'
import css from './Edit.module.css'
import { useLeaveQuestion } from './useLeaveQuestion.ts'
import type * as z from 'zod/mini'

/** docs/spec.md#edit-screens */
export function EditScreen<T extends Entity, V extends FieldValues>(props: EditScreenProps<T, V>) {
  return props.load ? (
    <ExistingRecordForm {...props} load={props.load} />
  ) : (
    <EditForm {...props} entity={null} />
  )
}

function ExistingRecordForm<T extends Entity, V extends FieldValues>({
  load,
  ...props
}: EditScreenProps<T, V> & { load: Load<T> }) {
  const [version, setVersion] = useState(0)
  const loadEntity = useCallback(
    async (signal: AbortSignal) => {
      const answer = await load(signal)
      showWarnings(answer)
      return { entity: readEntity(answer), version }
    },
    [load, version],
  )
  return (
    <LoadView load={useLoad(loadEntity)} failed={props.failed}>
      {({ entity, version }) => (
        // Only an explicit refresh resets the form.
        <EditForm
          {...props}
          key={version}
          entity={entity}
          onRefresh={() => setVersion((count) => count + 1)}
        />
      )}
    </LoadView>
  )
}

type Props<T extends Entity, V extends FieldValues> = Omit<EditScreenProps<T, V>, 'load' | 'failed'> & {
  entity: T | null
  onRefresh?: () => void
}

function EditForm<T extends Entity, V extends FieldValues>(props: Props<T, V>) {
  const { entity, schema, toFormValues, save, mayWrite, after, saveText = 'Salvar', children } = props
  const form = useForm<V>({ schema, defaultValues: toFormValues(entity) })
  const { isDirty, isSubmitting } = form.formState
  useLeaveQuestion(isDirty && !isSubmitting)
  const submit = async (values: V) => {
    if (mayWrite && !(await mayWrite(values, entity))) return
    const answer = await whileLoading(save(values, entity))
    const saved = readEntity(answer)
    // The saved values are not dirty any more; after a creation the fields are emptied.
    form.reset(entity === null && after.go === 'refresh' ? toFormValues(null) : values)
    notify('Registro salvo.', 'success')
    showWarnings(answer)
    if (after.go === 'back') after.to()
    else if (after.go === 'edit') after.to(saved)
    else props.onRefresh?.()
  }
  return (
    <div className={css.edit}>
      <Form form={form} onSubmit={submit}>
        <Panel>{typeof children === 'function' ? children(entity) : children}</Panel>
        <Actions>
          <Button busy={isSubmitting}>{saveText}</Button>
        </Actions>
      </Form>
      {entity && <AdditionalInfo entity={entity} />}
    </div>
  )
}

type Load<T> = (signal: AbortSignal) => Promise<EditReply<T>>

type EditReply<T> = { entity?: T; data?: T; warnings?: readonly string[] | undefined }

function readEntity<T>({ entity, data }: EditReply<T>): T {
  const found = entity ?? data
  if (found === undefined) throw new Error('an edit call answered neither entity nor data')
  return found
}

function showWarnings({ warnings = [] }: EditReply<unknown>): void {
  for (const warning of warnings) notify(warning, 'warning')
}

export type AfterSave<T> =
  | { go: 'back'; to: () => void }
  | { go: 'refresh' }
  | { go: 'edit'; to: (saved: T) => void }

type EditScreenProps<T extends Entity, V extends FieldValues> = {
  /** Absent for a new record. Memoise it. */
  load?: Load<T> | undefined
  failed: string
  schema: z.ZodMiniType
  toFormValues: (entity: T | null) => DefaultValues<V>
  /** A `CallFailure` is shown, and the values are kept. */
  save: (values: V, entity: T | null) => Promise<EditReply<T>>
  /** Asks before saving; false keeps the form as it is. */
  mayWrite?: (values: V, entity: T | null) => Promise<boolean>
  after: AfterSave<T>
  saveText?: string
  children: ReactNode | ((entity: T | null) => ReactNode)
}
