import { Button } from '#kit/web/Button.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { go, targetText, useRoute } from '#kit/web/route/routes.ts'
import { useAgreement } from './create/useAgreement.ts'
import { useDueTicket } from './FlowTicket.tsx'
import { TermsLinks, TermsText } from './Terms.tsx'

export default function PrivacyTermsPage() {
  const { code, aside } = useDueTicket()
  const { method } = useRoute().query
  const byPix = method === 'pix'
  const query = { ticket: code, method }
  const { wanted, agreeing, agree } = useAgreement(query)
  const back = method
    ? { backTo: targetText('ticket.privacyPolicyTerms', { query }) }
    : { backTo: 'ticket.privacyPolicyTerms', ticket: code }
  return (
    <Page
      title="Política de privacidade e termos"
      steps={byPix ? <Steps at="accountData" /> : <Steps />}
      aside={aside}
    >
      <TermsText byPix={byPix} wantsAccount={wanted} />
      <TermsLinks back={back} />
      <Actions>
        <Button type="button" busy={agreeing} onClick={() => void agree()}>
          CONCORDAR E IR PARA PAGAMENTO
        </Button>
      </Actions>
      <Button look="quiet" onClick={() => go(byPix ? 'ticket.account' : 'ticket.personAddress', { query })}>
        Voltar
      </Button>
    </Page>
  )
}
