import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { useSession } from '#session/web/session.ts'
import { levelNames, isAllowed } from '#staff/level.ts'
import { listUsers } from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import css from '#staff/web/backoffice/Register.module.css'

export default function UsersPage() {
  return (
    <StaffPage title="Pessoas">
      <Users />
    </StaffPage>
  )
}

function Users() {
  const list = usePagedList(listUsers, { filters: ['level'] })
  const level = useSession()?.user?.level ?? 100
  return (
    <>
      <RouteLink to="staff.levels">O que cada nível pode</RouteLink>
      {isAllowed(level, 'admin') && (
        <div className={css.add}>
          <RouteLink to="staff.user" params={{ id: 'new' }} look="plain" icon="user">
            Convidar alguém da equipe
          </RouteLink>
        </div>
      )}
      <PagedList
        list={list}
        label="Pessoas"
        failed="Não foi possível carregar as pessoas"
        search="Nome, e-mail ou CPF"
        filters={
          <Filter
            name="level"
            label="Nível"
            choices={Object.entries(levelNames).map(([value, text]) => ({ value, text }))}
          />
        }
        empty={{ icon: 'user', title: 'Ninguém ainda', text: 'Quem cria uma conta aparece aqui.' }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.user', { params: { id: String(id) } })}
        columns={[
          { title: 'Nome', cell: ({ name }) => name },
          { title: 'E-mail', cell: ({ email }) => email },
          { title: 'Nível', cell: (row) => levelNames[row.level] ?? String(row.level) },
        ]}
      />
    </>
  )
}
