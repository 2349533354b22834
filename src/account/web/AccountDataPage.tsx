import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function AccountDataPage() {
  return (
    <Page title="AccountDataPage">
      <p>Em construção.</p>
    </Page>
  )
}
