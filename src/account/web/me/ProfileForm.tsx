import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Actions } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import type { ReactNode } from 'react'

type Props<T extends FieldValues> = {
  form: UseFormReturn<T>
  /** Returns the text of the notice. */
  save: (entry: T) => Promise<string>
  entity: { id: number; created_at: string; updated_at: string }
  children: ReactNode
}

export const goToEditMenu = () => go('user.editmenu')

const noticeMs = 4_000

/** docs/spec.md#own-data */
export function ProfileForm<T extends FieldValues>({ form, save, entity, children }: Props<T>) {
  const submit = useOneAtATime(async (entry: T) => {
    notify(await whileLoading(save(entry)), 'success', noticeMs)
    goToEditMenu()
  })
  return (
    <>
      <Form form={form} onSubmit={submit} enterMovesOn>
        {children}
        <Actions>
          <Button>SALVAR</Button>
        </Actions>
      </Form>
      <AdditionalInfo entity={entity} />
    </>
  )
}
