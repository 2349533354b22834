import { useEffect } from 'react'
import { isStaff } from '#account/user.ts'
import { useSession } from '#session/web/session.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { navigate } from '#kit/web/route/location.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { backOfficePath } from '#staff/backOfficePath.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'

export default function HomePage() {
  const level = useSession()?.user?.level
  useEffect(() => {
    if (level === undefined) return
    if (isStaff(level)) navigate(backOfficePath, { replace: true })
    else replaceWith('user.menu')
  }, [level])
  return (
    <Page title="Carregando...">
      <Skeleton lines={5} />
    </Page>
  )
}
