import { useEffect, useState } from 'react'
import { instantFormat } from '#kit/text/formats.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { useBackTo } from '#kit/web/route/back.ts'
import { useSettings } from './settings.ts'
import css from './Site.module.css'

/** Terms and privacy policy (docs/spec.md#terms); prerendered is only the beginning. */
export default function TermsPage() {
  const [whole, setWhole] = useState(false)
  useEffect(() => setWhole(true), [])
  const { operatorName, operatorCnpj, termsRevisedAt } = useSettings()
  return (
    <Page title="Termos de Uso e Política de Privacidade" onBackClick={useBackTo()}>
      <Panel>
        <div className={`${css.text} ${css.terms}`}>
          <p className={css.soft}>{`Última revisão: ${longDay(termsRevisedAt)}.`}</p>
          <p>
            {operatorName !== '' && (
              <span>{`Este portal é operado por ${operatorName}, CNPJ ${cnpjText(operatorCnpj)}, controladora dos seus dados. `}</span>
            )}
            <span>
              Aqui você consulta e paga tickets de estacionamento e, quando disponível, reserva vagas. Ao
              usá-lo, você concorda com o que está escrito nesta página.
            </span>
          </p>
          {whole && (
            <>
              <Use />
              <Data />
              <Rights />
            </>
          )}
        </div>
      </Panel>
    </Page>
  )
}

const longDate = instantFormat('pt-BR', { dateStyle: 'long' })

/** '2021-04-14' -> '14 de abril de 2021'. */
function longDay(day: string): string {
  return longDate(new Date(`${day}T12:00:00Z`), 'UTC')
}

function Use() {
  return (
    <>
      <h2>Uso do serviço</h2>
      <ul>
        <li>O valor mostrado vale até o horário indicado na tela. Depois dele, consulte o ticket de novo.</li>
        <li>
          Depois de pagar, saia até o horário indicado em “Sair até”. Passado esse prazo, pode haver diferença
          a pagar.
        </li>
        <li>
          A reserva de vaga bloqueia um valor no cartão de crédito. O que é retido em caso de cancelamento
          aparece antes do pagamento.
        </li>
        <li>Informe dados verdadeiros e mantenha sua senha só com você.</li>
      </ul>
    </>
  )
}

function Data() {
  return (
    <>
      <h2>Quais dados usamos, e para quê</h2>
      <ul>
        <li>
          Nome, CPF ou CNPJ, e-mail, telefone e endereço: para cobrar, emitir o recibo, cumprir o controle
          fiscal e contábil e prevenir fraudes no cartão. Eles são enviados aos parceiros de pagamento com
          cartão. Se você marcar “Lembrar neste aparelho”, seu navegador os guarda por 90 dias, sem o cartão;
          “Não sou eu” os apaga.
        </li>
        <li>
          Dados do cartão: usados só durante o pagamento e enviados à operadora. Guardamos apenas a bandeira,
          os quatro últimos dígitos e um código que só serve neste portal. O número completo e o código de
          segurança nunca são guardados.
        </li>
        <li>Ticket, horários, placa e vaga: para calcular o valor e liberar a saída.</li>
        <li>
          Um cookie de sessão, necessário para o portal funcionar. Dados de navegação para estatística, só com
          o seu consentimento.
        </li>
      </ul>
      <p>
        As bases legais são a execução do contrato, o cumprimento de obrigação legal, a prevenção a fraudes e
        o consentimento (Lei nº 13.709/2018, LGPD, art. 7º). Os dados fiscais ficam guardados pelo prazo da
        lei; os demais, pelo tempo necessário ao serviço. Não vendemos dados.
      </p>
    </>
  )
}

function Rights() {
  const { contactEmail } = useSettings()
  return (
    <>
      <h2>Seus direitos</h2>
      <p>
        Você pode pedir, a qualquer momento, a confirmação do tratamento, o acesso, a correção, a
        portabilidade, a anonimização ou a eliminação dos seus dados, informações sobre com quem foram
        compartilhados, e pode retirar o consentimento. Dados que a lei manda guardar são mantidos até o fim
        do prazo. Você também pode procurar a Autoridade Nacional de Proteção de Dados (ANPD).
      </p>
      <h2>Contato de proteção de dados</h2>
      <p>
        Encarregado pelo tratamento de dados pessoais: <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
    </>
  )
}

function cnpjText(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}
