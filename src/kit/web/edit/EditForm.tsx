import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../Button.tsx'
import { AdditionalInfo } from '../entity/AdditionalInfo.tsx'
import { Form, useForm } from '../form/Form.tsx'
import { whileLoading } from '../notice/loading.ts'
import { notify } from '../notice/notify.ts'
import { Actions, Panel } from '../page/Page.tsx'
import type { EditScreenProps } from './editing.ts'
import css from './Edit.module.css'
import { entityOf, showWarnings, type Stored } from './saved.ts'

type Props<T extends Stored, V extends FieldValues> = Omit<EditScreenProps<T, V>, 'load' | 'failed'> & {
  entity: T | null
  onRefresh?: () => void
}

export function EditForm<T extends Stored, V extends FieldValues>(props: Props<T, V>) {
  const { entity, schema, valuesOf, save, after, saveText = 'SALVAR', children } = props
  const form = useForm<V>({ schema, defaultValues: valuesOf(entity) })
  const { isDirty, isSubmitting } = form.formState
  useLeaveWarning(isDirty && !isSubmitting)
  const submit = async (values: V) => {
    const answer = await whileLoading(save(values, entity))
    const saved = entityOf(answer)
    // The saved values are not dirty any more; after a creation the fields are emptied.
    form.reset(entity === null && after.go === 'refresh' ? valuesOf(null) : values)
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

function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
}
