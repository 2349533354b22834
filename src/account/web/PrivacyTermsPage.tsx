import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function PrivacyTermsPage() {
  return (
    <Page title="PrivacyTermsPage">
      <p>Em construção.</p>
    </Page>
  )
}
