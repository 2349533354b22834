import { toPageFailure } from '#kit/web/failure.ts'
import { Button } from '#kit/web/Button.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { go, serializeTarget, useRoute, replaceWith, watchForNavigation } from '#kit/web/route/routes.ts'
import { useDueTicket } from './CheckoutTicket.tsx'
import { hasAccountWish } from './create/accountWish.ts'
import { TermsLinks, TermsPanel } from './Terms.tsx'
import { useState } from 'react'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { useIsSignedIn } from '#session/web/session.ts'

export default function PrivacyTermsPage() {
  const { code, aside } = useDueTicket()
  const { method } = useRoute().query
  const byPix = method === 'pix'
  const query = { ticket: code, method }
  const { wanted, agreeing, agree } = useAgreement(query)
  const back = method
    ? { backTo: serializeTarget('ticket.privacyPolicyTerms', { query }) }
    : { backTo: 'ticket.privacyPolicyTerms', ticket: code }
  return (
    <Page
      title="Política de privacidade e termos"
      steps={byPix ? <Steps at="accountData" /> : <Steps />}
      aside={aside}
    >
      <TermsPanel byPix={byPix} wantsAccount={wanted} />
      <TermsLinks back={back} />
      <Actions>
        <Button type="button" busy={agreeing} onClick={() => void agree()}>
          CONCORDAR E IR PARA PAGAMENTO
        </Button>
      </Actions>
      <Button
        variant="quiet"
        onClick={() => go(byPix ? 'ticket.account' : 'ticket.personAddress', { query })}
      >
        Voltar
      </Button>
    </Page>
  )
}

function useAgreement(query: { ticket: string | undefined; method: string | undefined }) {
  const signedIn = useIsSignedIn()
  const [agreeing, setAgreeing] = useState(false)
  const wanted = !signedIn && query.method !== 'pix' && hasAccountWish(query.ticket)
  const agree = async () => {
    if (!wanted) return go('ticket.paymentType', { query })
    setAgreeing(true)
    const isHere = watchForNavigation()
    try {
      const { createAccount } = await import('./create/createAccount.ts')
      if (await createAccount(query.ticket)) {
        writeDraft('account', { ...readDraft('account'), shouldCreateAccount: false })
        notify('Conta criada com sucesso!', 'success', 4_000)
        if (isHere()) go('ticket.paymentType', { query })
      } else if (isHere()) replaceWith('ticket.account', { query })
    } catch (failure) {
      notifyFailure(await toPageFailure(failure))
    } finally {
      setAgreeing(false)
    }
  }
  return { wanted, agreeing, agree }
}
