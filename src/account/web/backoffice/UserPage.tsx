import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { NativeSelect } from '#kit/web/field/NativeSelect.tsx'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { isStaff } from '../../user.ts'
import { levelNames } from '#staff/level.ts'
import * as users from '../../backoffice.ts'
import type { BackOfficeUser } from '../../backoffice.ts'
import { AuditTimeline } from '#staff/web/audit/AuditTimeline.tsx'
import { Copyable } from '#staff/web/backoffice/Copyable.tsx'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import type { BackOfficeLot } from '#staff/web/frame/backoffice.ts'
import { confirmAndRun, type Question } from '#staff/web/backoffice/confirmAndRun.ts'
import { LotCheckboxes, useLoadedLots, useLots } from '#staff/web/lots/LotCheckboxes.tsx'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { NativeSelectField, MaskedTextField, TextField, useFieldError } from '#kit/web/form/fields.tsx'

export default function UserPage() {
  const id = useRoute().params['id'] ?? ''
  if (id === 'new')
    return (
      <StaffPage title="Convidar alguém da equipe" for="admin">
        <InviteStaffForm />
      </StaffPage>
    )
  return (
    <DetailPage
      kind="Pessoa"
      endpoint={users.openUser}
      id={id}
      failed="Não foi possível carregar a pessoa"
      heading={({ name, level }) => ({
        title: name,
        status: { text: levelNames[level] ?? String(level), tone: 'soft' },
      })}
      actions={personActions}
    >
      {(person, reload) => <PersonPanels person={person} onChanged={reload} />}
    </DetailPage>
  )
}

type PersonProps = { person: BackOfficeUser; onChanged: () => void }

function PersonPanels({ person, onChanged }: PersonProps) {
  const lots = useLoadedLots()
  if (lots === null) return <Skeleton lines={8} label="Buscando dados, aguarde..." />
  return (
    <>
      <Panel title="Cadastro">
        <Facts
          facts={[
            { label: 'E-mail', value: <Copyable text={person.email} name="o e-mail" /> },
            { label: 'Telefone', value: maskText('phone', person.phone) },
            { label: 'CPF', value: person.tax_id },
            { label: 'Nível', value: levelNames[person.level] ?? String(person.level) },
            isStaff(person.level) && { label: 'Estacionamentos', value: lotsText({ lots, person }) },
            { label: 'Autenticador', value: person.second_factor ? 'Cadastrado' : 'Não cadastrado' },
            { label: 'Acessos abertos', value: String(person.logins) },
          ]}
        />
        {isStaff(person.level) && (
          <a href={hrefTo('staff.audit', { query: { actor: `staff ${person.id}` } })}>
            O que esta pessoa fez
          </a>
        )}
      </Panel>
      {person.can.edit && person.can.level && (
        <LevelAndLots person={person} lots={lots} onChanged={onChanged} />
      )}
      <div className={`${css.wide} stack loose`}>
        <AuditTimeline subject="account" id={String(person.id)} record={person} />
        <AdditionalInfo entity={person} />
      </div>
    </>
  )
}

type PersonAndLots = { person: BackOfficeUser; lots: readonly BackOfficeLot[] }

function LevelAndLots({ person, lots, onChanged }: PersonAndLots & { onChanged: () => void }) {
  return (
    <Panel title="Administração">
      <LevelSelect person={person} onChanged={onChanged} />
      {isStaff(person.level) && person.level !== 1 && (
        <UserLots person={person} lots={lots} onChanged={onChanged} />
      )}
    </Panel>
  )
}

type Action = Question & { run: () => Promise<unknown>; done: string }

function personActions(person: BackOfficeUser, reload: () => void): readonly RecordAction[] {
  if (!person.can.edit) return []
  return questionsOf(person).map(({ run, done, ...question }) => ({
    text: question.title.replace('?', ''),
    isDanger: question.danger === true,
    run: () => confirmAndRun(question, run, { done, onChanged: reload }),
  }))
}

function questionsOf({ id, level, second_factor }: BackOfficeUser): readonly Action[] {
  const params = { id }
  const invite: Action = {
    title: 'Enviar o convite de novo?',
    text: 'Os links anteriores deixam de valer.',
    yes: 'Enviar',
    run: () => call(users.inviteUser, { params }),
    done: 'Convite enviado.',
  }
  const reset: Action = {
    title: 'Remover o autenticador?',
    text: 'A pessoa sai de todos os acessos e cadastra outro ao entrar. Confirme antes que é ela quem pede.',
    yes: 'Remover',
    danger: true,
    run: () => call(users.resetSecondFactor, { params }),
    done: 'Autenticador removido.',
  }
  const end: Action = {
    title: 'Encerrar todos os acessos?',
    text: 'A pessoa entra de novo com a senha.',
    yes: 'Encerrar',
    danger: true,
    run: () => call(users.endUserLogins, { params }),
    done: 'Acessos encerrados.',
  }
  return [...(isStaff(level) ? [invite] : []), ...(second_factor ? [reset] : []), end]
}

function LevelSelect({ person, onChanged }: { person: BackOfficeUser; onChanged: () => void }) {
  const change = (value: string) => {
    const { data: level } = users.userLevel.safeParse(Number(value))
    if (level === undefined || level === person.level) return
    const text = `${person.name} passa de ${levelNames[person.level] ?? ''} a ${levelNames[level] ?? ''} a partir de agora.`
    void confirmAndRun(
      { title: 'Alterar o nível?', text, yes: 'Alterar', danger: level < person.level },
      () => call(users.changeUserLevel, { params: { id: person.id }, body: { level } }),
      { done: 'Nível alterado.', onChanged },
    )
  }
  return (
    <NativeSelect
      label="Nível"
      value={String(person.level)}
      choices={Object.entries(levelNames).map(([value, text]) => ({ value, text }))}
      onChange={(event) => change(event.target.value)}
    />
  )
}

function lotsText({ lots, person: { all_lots: all, lot_ids: ids } }: PersonAndLots): string {
  if (all) return 'Todos'
  return lots.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
}

function UserLots({ person, lots, onChanged }: PersonAndLots & { onChanged: () => void }) {
  const [chosen, setChosen] = useState<readonly number[] | null>(person.all_lots ? null : person.lot_ids)
  const [error, setError] = useState<string>()
  const save = () => {
    const { error: wrong } = users.lotIdsChoice.safeParse(chosen)
    setError(wrong?.issues[0]?.message)
    if (wrong) return
    const { id, level, name } = person
    void confirmAndRun(
      {
        title: 'Alterar os estacionamentos?',
        text: `A partir de agora ${name} vê só o que é dos estacionamentos escolhidos.`,
        yes: 'Alterar',
      },
      () => call(users.changeUserLevel, { params: { id }, body: { level, ...users.toLotChoice(chosen) } }),
      { done: 'Estacionamentos alterados.', onChanged },
    )
  }
  return (
    <>
      <LotCheckboxes lots={lots} withAll chosen={chosen} onChange={setChosen} error={error} />
      <Button variant="plain" onClick={save}>
        Salvar
      </Button>
    </>
  )
}

type Entry = {
  name: string
  email: string
  tax_id: string
  phone: string
  level: string
  lots: number[] | null
}

const emptyEntry: Entry = { name: '', email: '', tax_id: '', phone: '', level: '10', lots: null }

const staffLevels = [10, 2, 1].map((level) => ({ value: String(level), text: levelNames[level] ?? '' }))

const { level: staffLevel } = users.newStaff.shape

const schema = z.extend(users.newStaff, {
  lots: users.lotIdsChoice,
  level: z.pipe(z.coerce.number(), staffLevel),
})

function InviteStaffForm() {
  return (
    <EditScreen<BackOfficeUser, Entry>
      failed=""
      schema={schema}
      toFormValues={() => emptyEntry}
      save={({ level, lots, ...entry }) =>
        call(users.createStaff, {
          body: { ...entry, ...users.toLotChoice(lots), level: staffLevel.parse(Number(level)) },
        })
      }
      after={{ go: 'edit', to: ({ id }) => go('staff.user', { params: { id: String(id) } }) }}
      saveText="Enviar convite"
    >
      <TextField name="name" label="Nome completo" autoComplete="off" required />
      <TextField name="email" label="E-mail" type="email" inputMode="email" autoComplete="off" required />
      <MaskedTextField name="tax_id" mask="cpf" label="CPF" autoComplete="off" required />
      <MaskedTextField name="phone" mask="phone" label="Telefone" autoComplete="off" required />
      <NativeSelectField name="level" label="Nível" choices={staffLevels} required />
      <LotsField />
    </EditScreen>
  )
}

function LotsField() {
  const { watch, setValue } = useFormContext<Entry>()
  const error = useFieldError('lots')
  const lots = useLots()
  if (watch('level') === '1') return null
  const setLots = (chosen: number[] | null) =>
    setValue('lots', chosen, { shouldDirty: true, shouldValidate: true })
  return <LotCheckboxes lots={lots} withAll chosen={watch('lots')} onChange={setLots} error={error} />
}
