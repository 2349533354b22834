import type { DeskTransaction } from '../../desk.ts'
import { methodRow } from '../../method.ts'

/** What each decision means, before it is made. */
export function questions(entity: DeskTransaction) {
  return { ...ofPayment(entity), ...ofRefund(entity) }
}

function ofPayment({ differs, amount, kept, payment_type }: DeskTransaction) {
  return {
    ask: {
      title: 'Perguntar à adquirente',
      yes: 'PERGUNTAR',
      text: 'Perguntamos agora à empresa que processa os cartões ou o Pix. A resposta dela é registrada e muda a situação da transação.',
    },
    captured: differs
      ? {
          title: 'Manter o valor cobrado',
          yes: 'MANTER',
          text: `A permanência fica paga com R$ ${kept.valueHuman}, e o recibo é enviado.`,
        }
      : {
          title: 'Foi cobrado',
          yes: 'CONFIRMAR',
          text: `Só vale se a adquirente confirmar a cobrança de R$ ${amount.valueHuman}: perguntamos a ela agora.`,
        },
    not_captured: differs
      ? {
          title: 'Devolver o valor cobrado',
          yes: 'DEVOLVER',
          danger: true,
          text: `Os R$ ${kept.valueHuman} voltam ${methodRow(payment_type).backTo}, e a permanência continua a pagar.`,
        }
      : {
          title: 'Não foi cobrado',
          yes: 'ENCERRAR',
          danger: true,
          text: 'Perguntamos à adquirente e, se ela nada souber, a transação é encerrada sem cobrança. Se o dinheiro aparecer depois, ele é aplicado ou devolvido.',
        },
  }
}

function ofRefund({ refunds }: DeskTransaction) {
  const back = refunds.find(({ state }) => state === 'asked')?.amount.valueHuman ?? ''
  return {
    arrived: {
      title: 'A devolução chegou',
      yes: 'CONFIRMAR',
      text: `Só se o site da adquirente mostra os R$ ${back} devolvidos: o portal registra a devolução e avisa o cliente. Nada mais é pedido à adquirente.`,
    },
    not_arrived: {
      title: 'A devolução não chegou',
      yes: 'ENCERRAR',
      danger: true,
      text: `Só se o site da adquirente não mostra os R$ ${back} devolvidos: este pedido termina sem devolver nada. Se a devolução ainda for devida, peça de novo depois.`,
    },
  }
}
