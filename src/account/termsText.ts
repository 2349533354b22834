import { createDateFormat } from '#kit/text/formats.ts'

/** `termsRevisedAt` is 'YYYY-MM-DD'. */
type TermsFacts = {
  operatorName: string
  operatorCnpj: string
  termsRevisedAt: string
  contactEmail: string
}

type Section = { heading: string; items?: readonly string[]; text?: string }

/** docs/spec.md#terms */
export function termsOpening({ operatorName, operatorCnpj, termsRevisedAt }: TermsFacts) {
  const operator = `Este portal é operado por ${operatorName}, CNPJ ${cnpjText(operatorCnpj)}, controladora dos seus dados. `
  return {
    revised: `Última revisão: ${longDate(new Date(`${termsRevisedAt}T12:00:00Z`), 'UTC')}.`,
    scope: `${operatorName === '' ? '' : operator}Aqui você consulta e paga tickets de estacionamento e, quando disponível, reserva vagas. Ao usá-lo, você concorda com o que está escrito nesta página.`,
  }
}

export const termsSections: readonly Section[] = [
  {
    heading: 'Uso do serviço',
    items: [
      'O valor mostrado vale até o horário indicado na tela. Depois dele, consulte o ticket de novo.',
      'Depois de pagar, saia até o horário indicado em “Sair até”. Passado esse prazo, pode haver diferença a pagar.',
      'A reserva de vaga bloqueia um valor no cartão de crédito. O que é retido em caso de cancelamento aparece antes do pagamento.',
      'Informe dados verdadeiros e mantenha sua senha só com você.',
    ],
  },
  {
    heading: 'Quais dados usamos, e para quê',
    items: [
      'Nome, CPF ou CNPJ, e-mail, telefone e endereço: para cobrar, emitir o recibo, cumprir o controle fiscal e contábil e prevenir fraudes no cartão. Eles são enviados aos parceiros de pagamento com cartão. Se você marcar “Lembrar neste aparelho”, seu navegador os guarda por 90 dias, sem o cartão; “Não sou eu” os apaga.',
      'Dados do cartão: usados só durante o pagamento e enviados à operadora. Guardamos apenas a bandeira, os quatro últimos dígitos e um código que só serve neste portal. O número completo e o código de segurança nunca são guardados.',
      'Ticket, horários, placa e vaga: para calcular o valor e liberar a saída.',
      'Um cookie de sessão, necessário para o portal funcionar. Dados de navegação para estatística, só com o seu consentimento.',
    ],
    text: 'As bases legais são a execução do contrato, o cumprimento de obrigação legal, a prevenção a fraudes e o consentimento (Lei nº 13.709/2018, LGPD, art. 7º). Os dados fiscais ficam guardados pelo prazo da lei; os demais, pelo tempo necessário ao serviço. Não vendemos dados.',
  },
  {
    heading: 'Seus direitos',
    text: 'Você pode pedir, a qualquer momento, a confirmação do tratamento, o acesso, a correção, a portabilidade, a anonimização ou a eliminação dos seus dados, informações sobre com quem foram compartilhados, e pode retirar o consentimento. Dados que a lei manda guardar são mantidos até o fim do prazo. Você também pode procurar a Autoridade Nacional de Proteção de Dados (ANPD).',
  },
]

export const termsContact = {
  heading: 'Contato de proteção de dados',
  text: 'Encarregado pelo tratamento de dados pessoais:',
}

/** A consent keeps the hash of this text (docs/spec.md#r33). */
export function termsText(facts: TermsFacts): string {
  const { revised, scope } = termsOpening(facts)
  const sections = termsSections.flatMap(({ heading, items = [], text = '' }) => [heading, ...items, text])
  const contact = [termsContact.heading, `${termsContact.text} ${facts.contactEmail}.`]
  return [revised, scope, ...sections, ...contact].join('')
}

const longDate = createDateFormat('pt-BR', { dateStyle: 'long' })

function cnpjText(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}
