import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { Facts } from '#kit/web/ticket/TicketCard.tsx'
import { type DeskUser, openUser } from '../../../register/userContract.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import { FileView } from '../../ops/FileView.tsx'
import css from '../../ops/Ops.module.css'
import { Tag } from '../../ops/Tag.tsx'
import { LevelForm } from './LevelForm.tsx'
import { levelTag } from './levels.ts'
import { NewStaffForm } from './NewStaffForm.tsx'
import { UserActions } from './UserActions.tsx'

/** One person: level, second factor and logins, which an admin changes. */
export default function UserPage() {
  const id = useRoute().params['id'] ?? ''
  const isNew = id === 'new'
  return (
    <StaffPage
      title={isNew ? 'Convidar para a equipe' : 'Pessoa'}
      for={isNew ? 'admin' : 'manager'}
      onBackClick={() => go('staff.users')}
    >
      {isNew ? <NewStaffForm /> : <User key={id} id={id} />}
    </StaffPage>
  )
}

function User({ id }: { id: string }) {
  const file = useLoad(useCallback((signal: AbortSignal) => call(openUser, { params: { id }, signal }), [id]))
  return (
    <FileView file={file} failed="Não foi possível carregar a pessoa">
      {(user) => (
        <>
          <div className={css.side}>
            <About user={user} />
            <AdditionalInfo entity={user} />
          </div>
          <div className={css.main}>
            {user.can.level && <LevelForm key={user.level} user={user} onChanged={file.reload} />}
            {user.can.edit && <UserActions user={user} onChanged={file.reload} />}
          </div>
        </>
      )}
    </FileView>
  )
}

function About({ user }: { user: DeskUser }) {
  const staff = user.level <= 10
  return (
    <Panel title={user.name}>
      <Facts
        facts={[
          { label: 'Nível', value: <Tag of={levelTag(user.level)} /> },
          { label: 'E-mail', value: user.email },
          { label: 'Telefone', value: user.phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3') },
          { label: 'CPF', value: user.tax_id },
          ...(staff
            ? [{ label: 'Autenticador', value: user.second_factor ? 'Cadastrado' : 'Ainda não' }]
            : []),
          { label: 'Acessos abertos', value: user.logins },
        ]}
      />
      {staff && (
        <a href={hrefTo('staff.audit', { query: { actor: `staff ${user.id}` } })}>O que esta pessoa fez</a>
      )}
    </Panel>
  )
}
