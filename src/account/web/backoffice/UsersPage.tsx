import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { levelNames } from '#staff/level.ts'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { byChoice } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listUsers } from '../../backoffice.ts'

const levels = Object.entries(levelNames).map(([value, text]) => ({ value, text }))

export default function UsersPage() {
  const isAdmin = useAccess('admin')
  return (
    <ListPage
      title="Pessoas"
      actions={
        <>
          <RouteLink to="staff.levels" variant="plain">
            O que cada nível pode
          </RouteLink>
          {isAdmin && (
            <RouteLink to="staff.user" params={{ id: 'new' }} variant="primary">
              Convidar alguém da equipe
            </RouteLink>
          )}
        </>
      }
      endpoint={listUsers}
      nouns={['pessoa', 'pessoas']}
      failed="Não foi possível carregar as pessoas"
      search="Nome, e-mail ou CPF"
      filters={[byChoice({ name: 'level', label: 'Nível', choices: levels })]}
      empty={{ icon: 'user', title: 'Ninguém ainda', text: 'Quem cria uma conta aparece aqui.' }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.user', { params: { id: String(id) } })}
      columns={[
        { title: 'Nome', cell: ({ name }) => name },
        { title: 'E-mail', cell: ({ email }) => email },
        { title: 'Nível', cell: (row) => levelNames[row.level] ?? String(row.level) },
      ]}
    />
  )
}
