import { Page } from '#kit/web/page/Page.tsx'

/** Placeholder until the screen is written. */
export default function NewCardPage() {
  return (
    <Page title="NewCardPage">
      <p>Em construção.</p>
    </Page>
  )
}
