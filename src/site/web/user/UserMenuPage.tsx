import { Suspense, lazy, useState } from 'react'
import { Page } from '#kit/web/page/Page.tsx'
import { Button } from '#kit/web/Button.tsx'
import { LazyPaidTickets } from '#payment/web/local/LazyPaidTickets.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSession } from '#session/web/session.ts'
import { ownShopName } from '#partner/web/ownShop.ts'
import { useSettings } from '../settings.ts'
import { Menu, MenuButton, MenuLink } from './Menu.tsx'

const ReservationsList = lazy(() => import('#reservation/web/list/ReservationsList.tsx'))
const SpacesDialog = lazy(() => import('../SpacesDialog.tsx'))

export default function UserMenuPage() {
  const { reserveEnabled } = useSettings()
  const [isSpacesOpen, setIsSpacesOpen] = useState(false)
  const shop = ownShopName()
  const nickname = useSession()?.user?.nickname
  return (
    <Page
      title={nickname === undefined ? 'Olá!' : `Olá, ${nickname}!`}
      showLogo
      aside={
        <>
          <LazyPaidTickets />
          <Suspense fallback={<Skeleton lines={9} label="Buscando suas reservas..." />}>
            <ReservationsList />
          </Suspense>
        </>
      }
    >
      <Menu label="Minha conta">
        {shop !== null && <MenuLink to="partner" icon="scan" title="Validar tickets" note={shop} />}
        <MenuLink to="ticket.read" icon="ticket" title="Pagar ticket avulso" />
        {reserveEnabled && <MenuLink to="reserve.add" icon="reserve" title="Reservar uma vaga" />}
        <MenuButton icon="spaces" title="Ver vagas" onClick={() => setIsSpacesOpen(true)} />
        <MenuLink to="user.payments" icon="receipt" title="Meus pagamentos" note="Histórico e recibos" />
        <MenuLink
          to="user.editmenu"
          icon="user"
          title="Alterar meus dados"
          note="Conta, endereço e cartões"
        />
      </Menu>
      <Button variant="quiet" icon="exit" onClick={() => go('logout')}>
        Sair
      </Button>
      {isSpacesOpen && (
        <Suspense>
          <SpacesDialog onClose={() => setIsSpacesOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
