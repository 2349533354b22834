import { Steps } from '#checkout/web/Steps.tsx'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'

const facts = ['Tempo', 'Entrada', 'Pagar até'].map((label) => ({ label, value: '' }))

/** Rendered at build time only; the inline script fills it in (`tools/build/early.js`, `earlyLookUp.ts`). */
export default function EarlyPage() {
  const card = (
    <TicketCard code="0000000000000" lot="Ticket" valueHuman="0" facts={facts}>
      <LiveRegion>Buscando dados, aguarde...</LiveRegion>
    </TicketCard>
  )
  return (
    <Page title="Verifique o valor" steps={<Steps at="ticketCode" />} aside={card}>
      <Skeleton lines={5} label="" />
      <Button variant="quiet" type="button">
        Voltar
      </Button>
    </Page>
  )
}
