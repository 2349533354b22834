import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function PaymentDonePage() {
  return (
    <Page title="PaymentDonePage">
      <p>Em construção.</p>
    </Page>
  )
}
