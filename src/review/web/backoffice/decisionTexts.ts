import type { BackOfficeTransaction } from '../../backoffice.ts'
import { methodRow } from '#payment/method/method.ts'
import { amountInDoubt } from './paymentNotice.ts'

export function decisionTexts(entity: BackOfficeTransaction) {
  return { ...paymentDecisionTexts(entity), ...refundDecisionTexts(entity) }
}

function paymentDecisionTexts({ differs, amount, kept, payment_type }: BackOfficeTransaction) {
  return {
    ask: {
      title: 'Perguntar à adquirente',
      yes: 'Perguntar',
      texts: [
        'Perguntamos agora à empresa que processa os cartões ou o Pix. A resposta dela é registrada e muda a situação da transação.',
      ],
    },
    captured: differs
      ? {
          title: 'Manter o valor cobrado',
          yes: 'Manter',
          texts: [`A permanência fica paga com R$ ${kept.valueHuman}, e o recibo é enviado.`],
        }
      : {
          title: 'Foi cobrado',
          yes: 'Confirmar',
          texts: [
            `Só vale se a adquirente confirmar a cobrança de R$ ${amount.valueHuman}: perguntamos a ela agora.`,
          ],
        },
    not_captured: differs
      ? {
          title: 'Devolver o valor cobrado',
          yes: 'Devolver',
          danger: true,
          texts: [
            `Os R$ ${kept.valueHuman} voltam ${methodRow(payment_type).refundTo}, e a permanência continua a pagar.`,
          ],
        }
      : {
          title: 'Não foi cobrado',
          yes: 'Encerrar',
          danger: true,
          texts: [
            'Perguntamos à adquirente e, se ela nada souber, a transação é encerrada sem cobrança. Se o dinheiro aparecer depois, ele é aplicado ou devolvido.',
          ],
        },
  }
}

function refundDecisionTexts(entity: BackOfficeTransaction) {
  const back = `R$ ${amountInDoubt(entity)}`
  const first = `Antes, abra a venda no site da adquirente${nsuOf(entity)} e veja se ela mostra ${back} devolvidos.`
  return {
    arrived: {
      title: 'A devolução chegou',
      yes: 'Registrar devolução',
      texts: [
        `${first} Só continue se mostrar.`,
        'O portal registra a devolução e avisa o cliente por e-mail. Nada mais é pedido à adquirente. Não dá para desfazer.',
      ],
    },
    not_arrived: {
      title: 'A devolução não chegou',
      yes: 'Encerrar o pedido',
      danger: true,
      texts: [
        `${first} Só continue se não mostrar.`,
        'Este pedido de devolução termina e nada volta ao cliente por ele. Não dá para desfazer.',
        'Se o valor ainda for devido, peça a devolução de novo. Se a primeira tiver chegado, o cliente recebe duas vezes.',
      ],
    },
  }
}

function nsuOf({ attempts }: BackOfficeTransaction): string {
  const nsu = attempts.find(({ state }) => state === 'captured')?.nsu
  return nsu ? ` (NSU ${nsu})` : ''
}
