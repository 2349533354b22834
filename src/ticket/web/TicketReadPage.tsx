import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function TicketReadPage() {
  return (
    <Page title="TicketReadPage">
      <p>Em construção.</p>
    </Page>
  )
}
