import { Panel } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import type { Query } from '#kit/web/route/match.ts'

type TermsProps = { byPix: boolean; wantsAccount?: boolean }

/** docs/spec.md#privacy-terms */
export function TermsPanel(props: TermsProps) {
  return (
    <Panel>
      <TermsParagraphs {...props} />
    </Panel>
  )
}

export function TermsParagraphs({ byPix, wantsAccount }: TermsProps) {
  return (
    <div className="stack loose">
      <p>
        <span>Seus dados são guardados para o</span> <strong>controle fiscal e contábil</strong>{' '}
        <span>{`e enviados ${byPix ? 'ao' : 'aos'}`}</span>{' '}
        <strong>{byPix ? 'banco que recebe o Pix' : 'parceiros de pagamento com cartão'}</strong>
        <span>{`, que ${byPix ? 'confirma o pagamento.' : 'confirmam a compra.'}`}</span>
      </p>
      {!byPix && <p>O número do cartão e o código de segurança não ficam guardados aqui.</p>}
      <p>Ao continuar, você concorda com os Termos de Uso e a Política de Privacidade.</p>
      {wantsAccount && <p>Sua conta será criada agora, com os dados que você preencheu.</p>}
    </div>
  )
}

export function TermsLinks({ back }: { back: Query }) {
  return (
    <div className="stack tight">
      <RouteLink to="terms.privacyPolicy" query={back} variant="plain" icon="shield">
        Ler os termos e a política de privacidade
      </RouteLink>
      <RouteLink to="contact" query={back} variant="quiet" icon="chat">
        FALE CONOSCO
      </RouteLink>
    </div>
  )
}
