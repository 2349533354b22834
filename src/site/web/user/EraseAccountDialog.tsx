import * as z from 'zod/mini'
import type { ReplyOf } from '#kit/endpoint.ts'
import { typedPassword } from '#kit/fields.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { ignoreCallFailure } from '#kit/web/failure.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { replaceWith } from '#kit/web/route/routes.ts'
import { clearCustomer } from '#checkout/web/customer.ts'
import { clearUserStorage } from '#kit/web/state/userStorage.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { loadSession } from '#session/web/loadSession.ts'
import { eraseAccount } from '../../contract.ts'
import css from './MyData.module.css'

export type KeptRecord = ReplyOf<typeof eraseAccount>['data']['kept'][number]

const confirmationWord = 'EXCLUIR'
const entrySchema = z.object({
  password: typedPassword,
  word: z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim().toUpperCase() === confirmationWord,
        `Digite ${confirmationWord} para confirmar.`,
      ),
    ),
})
type Entry = { password: string; word: string }

type Props = {
  kept: readonly KeptRecord[]
  onClose: () => void
  onErased: (kept: readonly KeptRecord[]) => void
}

export function EraseAccountDialog({ kept, onClose, onErased }: Props) {
  const form = useForm<Entry>({ schema: entrySchema, defaultValues: { password: '', word: '' } })
  const erase = useOneAtATime(async ({ password }: Entry) => {
    const { data } = await whileLoading(call(eraseAccount, { body: { password } }))
    clearCustomer()
    clearUserStorage()
    onErased(data.kept)
  })
  return (
    <Dialog title="Excluir minha conta" shape="sheet" onClose={onClose}>
      <Form form={form} onSubmit={erase}>
        <p>
          Sua conta, seu endereço, seus veículos e seus cartões salvos são apagados agora, e você sai em todos
          os aparelhos. <strong>Não dá para desfazer.</strong>
        </p>
        <KeptRecords kept={kept} />
        <PasswordField name="password" label="Sua senha" autoComplete="current-password" />
        <TextField
          name="word"
          label={`Digite ${confirmationWord} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Button variant="danger" type="submit" icon="trash">
          Excluir minha conta
        </Button>
        <Button variant="plain" onClick={onClose}>
          Cancelar
        </Button>
      </Form>
    </Dialog>
  )
}

export function AccountErased({ kept }: { kept: readonly KeptRecord[] }) {
  const leave = () => {
    loadSession().catch(ignoreCallFailure)
    replaceWith('welcome')
  }
  return (
    <Page title="Conta excluída">
      <Callout tone="go" title="Sua conta foi excluída." takesFocus>
        <p>Seus dados pessoais foram apagados. Enviamos a confirmação por e-mail.</p>
      </Callout>
      <KeptRecords kept={kept} />
      <Button type="button" onClick={leave}>
        IR PARA O INÍCIO
      </Button>
    </Page>
  )
}

function KeptRecords({ kept }: { kept: readonly KeptRecord[] }) {
  if (kept.length === 0) return null
  return (
    <section className={css.kept}>
      <h3>O que continua guardado</h3>
      <ul className="stack tight">
        {kept.map((record) => (
          <li key={record.title} className="words">
            <strong>{`${record.title}${record.count === null ? '' : `: ${record.count}`}`}</strong>
            <span>{record.reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
