import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function TicketValuePage() {
  return (
    <Page title="TicketValuePage">
      <p>Em construção.</p>
    </Page>
  )
}
