import type * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { EmailField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import ops from '#staff/web/backoffice/Ops.module.css'
import {
  addPartnerPerson,
  removePartnerInvitation,
  removePartnerPerson,
  type WirePartner,
} from '../../backoffice.ts'

type Props = { partner: WirePartner; mayEdit: boolean; onChanged: (partner: WirePartner) => void }

/** The people of a shop, each with an account of their own, and those who are invited. */
export function People({ partner, mayEdit, onChanged }: Props) {
  const { people, invitations } = partner
  return (
    <Panel title="Pessoas da loja">
      {people.length + invitations.length === 0 && (
        <p className="soft">Ninguém valida tickets por esta loja ainda.</p>
      )}
      <ul className={`${ops.entries} stack loose`}>
        {people.map(({ id, name, email }) => (
          <Person
            key={email}
            title={name}
            note={email}
            question={`${name} deixa de validar tickets por ${partner.name} a partir de agora.`}
            mayEdit={mayEdit}
            remove={() => call(removePartnerPerson, { params: { id: partner.id, user: id } })}
            onChanged={onChanged}
          />
        ))}
        {invitations.map(({ id, email, sent_at: sentAt }) => (
          <Person
            key={email}
            title={email}
            note={`Convite enviado em ${dateTimeText(sentAt)}`}
            question={`O convite para ${email} deixa de valer.`}
            mayEdit={mayEdit}
            remove={() => call(removePartnerInvitation, { params: { id: partner.id, invitation: id } })}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {mayEdit && <AddPerson id={partner.id} onChanged={onChanged} />}
    </Panel>
  )
}

type PersonProps = Pick<Props, 'mayEdit' | 'onChanged'> & {
  title: string
  note: string
  question: string
  remove: () => Promise<{ data: WirePartner }>
}

function Person({ title, note, question, mayEdit, remove, onChanged }: PersonProps) {
  const ask = async () => {
    const answer = await confirmAndRun(
      { title: 'Retirar o acesso?', text: question, yes: 'Retirar', danger: true },
      remove,
      { done: 'Acesso retirado.', onChanged: () => undefined },
    )
    if (answer) onChanged(answer.data)
  }
  return (
    <li>
      <div className={ops.head}>
        <span className="words">
          <strong className={ops.reason}>{title}</strong>
          <small className={ops.reason}>{note}</small>
        </span>
        {mayEdit && (
          <span className={ops.buttons}>
            <Button variant="danger" aria-label={`Retirar ${title}`} onClick={() => void ask()}>
              Retirar
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

type Entry = z.input<typeof addPartnerPerson.body>

function AddPerson({ id, onChanged }: { id: number; onChanged: Props['onChanged'] }) {
  const form = useForm<Entry>({ schema: addPartnerPerson.body, defaultValues: { email: '' } })
  const add = useOneAtATime(async (body: Entry) => {
    const { data } = await whileLoading(call(addPartnerPerson, { params: { id }, body }))
    form.reset({ email: '' })
    notify('A pessoa recebe um e-mail com o que fazer.', 'success', 6_000)
    onChanged(data)
  })
  return (
    <Form form={form} onSubmit={add}>
      <EmailField
        label="E-mail de quem valida"
        hint="Quem não tem conta recebe um convite para criá-la."
        autoComplete="off"
        required
      />
      <Button variant="plain" type="submit">
        Dar acesso
      </Button>
    </Form>
  )
}
