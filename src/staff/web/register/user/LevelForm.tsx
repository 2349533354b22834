import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { ChoiceField } from '#kit/web/form/fields.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { changeUserLevel, type DeskUser } from '../../../register/userContract.ts'
import { levelChoices } from './levels.ts'

const choice = z.object({ level: z.enum(['1', '2', '10', '100']) })
type Choice = z.output<typeof choice>
const levels = { '1': 1, '2': 2, '10': 10, '100': 100 } as const

/** Gives a person another level; it holds from their next call on. */
export function LevelForm({ user, onChanged }: { user: DeskUser; onChanged: () => void }) {
  const now = z.safeParse(choice, { level: String(user.level) }).data
  const form = useForm<Choice>({ schema: choice, defaultValues: now ?? { level: '100' } })
  const save = useOneAtATime(async ({ level }: Choice) => {
    await whileLoading(call(changeUserLevel, { params: { id: user.id }, body: { level: levels[level] } }))
    notify('Nível alterado.', 'success')
    onChanged()
  })
  return (
    <Form form={form} onSubmit={save} onRefused={onChanged}>
      <Panel title="Nível de acesso">
        <ChoiceField
          name="level"
          label="Nível"
          hint="Vale desde já. Quem passa a trabalhar aqui cadastra um autenticador no próximo acesso."
          choices={levelChoices}
        />
        <Button look="plain" type="submit" busy={form.formState.isSubmitting}>
          Mudar o nível
        </Button>
      </Panel>
    </Form>
  )
}
