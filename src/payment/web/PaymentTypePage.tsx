import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function PaymentTypePage() {
  return (
    <Page title="PaymentTypePage">
      <p>Em construção.</p>
    </Page>
  )
}
