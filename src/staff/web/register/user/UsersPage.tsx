import { ButtonFace, buttonClass } from '#kit/web/Button.tsx'
import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { listUsers } from '../../../register/userContract.ts'
import { useMay } from '../../frame/may.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import { Tag } from '../../ops/Tag.tsx'
import css from '../Register.module.css'
import { levelChoices, levelTag } from './levels.ts'

/** People and their levels; who works here stands first. */
export default function UsersPage() {
  return (
    <StaffPage title="Pessoas" for="manager">
      <Users />
    </StaffPage>
  )
}

function Users() {
  const list = usePagedList(listUsers, { filters: ['level'] })
  const mayEdit = useMay('admin')
  return (
    <>
      {mayEdit && (
        <a
          className={`${buttonClass('plain')} ${css.add}`}
          href={hrefTo('staff.user', { params: { id: 'new' } })}
        >
          <ButtonFace icon="user">Convidar para a equipe</ButtonFace>
        </a>
      )}
      <PagedList
        list={list}
        label="Pessoas"
        failed="Não foi possível carregar as pessoas"
        search="Nome, e-mail ou CPF"
        filters={<Filter name="level" label="Nível" choices={levelChoices} />}
        empty={{ icon: 'user', title: 'Ninguém', text: 'As pessoas aparecem quando criam a sua conta.' }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.user', { params: { id: String(id) } })}
        columns={[
          { title: 'Nome', cell: ({ name }) => name },
          { title: 'E-mail', cell: ({ email }) => email },
          { title: 'Nível', cell: ({ level }) => <Tag of={levelTag(level)} /> },
        ]}
      />
    </>
  )
}
