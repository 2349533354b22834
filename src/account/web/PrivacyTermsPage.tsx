import { Button } from '#kit/web/Button.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, targetText, useRoute } from '#kit/web/route/routes.ts'
import css from './Account.module.css'
import { useAgreement } from './create/useAgreement.ts'
import { useFlowTicket } from './FlowTicket.tsx'

export default function PrivacyTermsPage() {
  const { code, aside } = useFlowTicket()
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
      <Panel>
        <div className={css.text}>
          <p>
            Seus dados são guardados para o <strong>controle fiscal e contábil</strong> e enviados{' '}
            {byPix ? 'ao' : 'aos'}{' '}
            <strong>{byPix ? 'banco que recebe o Pix' : 'parceiros de pagamento com cartão'}</strong>, que{' '}
            {byPix ? 'confirma o pagamento.' : 'confirmam a compra.'}
          </p>
          {!byPix && <p>O número do cartão e o código de segurança não ficam guardados aqui.</p>}
          <p>Ao continuar, você concorda com os Termos de Uso e a Política de Privacidade.</p>
          {wanted && <p>Sua conta será criada agora, com os dados que você preencheu.</p>}
        </div>
      </Panel>
      <div className={css.links}>
        <RouteLink to="terms.privacyPolicy" query={back} look="plain" icon="shield">
          Ler os termos e a política de privacidade
        </RouteLink>
        <RouteLink to="contact" query={back} look="quiet" icon="chat">
          FALE CONOSCO
        </RouteLink>
      </div>
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
