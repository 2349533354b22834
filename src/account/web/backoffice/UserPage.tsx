import { go, useRoute } from '#kit/web/route/routes.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { NewStaff } from './NewStaff.tsx'
import { UserFile } from './UserFile.tsx'

export default function UserPage() {
  const id = useRoute().params['id'] ?? ''
  const isNew = id === 'new'
  return (
    <StaffPage
      title={isNew ? 'Convidar alguém da equipe' : 'Pessoa'}
      for={isNew ? 'admin' : undefined}
      onBackClick={() => go('staff.users')}
    >
      {isNew ? <NewStaff /> : <UserFile id={id} />}
    </StaffPage>
  )
}
