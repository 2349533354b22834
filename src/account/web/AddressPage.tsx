import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function AddressPage() {
  return (
    <Page title="AddressPage">
      <p>Em construção.</p>
    </Page>
  )
}
