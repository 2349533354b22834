import { minuteMs, addMs } from '#kit/clock.ts'
import { humanMoney } from '#kit/money.ts'
import { job } from '#kit/server/jobs/job.ts'
import { cases, isCaseKind } from '#payment/cases.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import {
  policyViolationKind,
  acquirerWarningKind,
  duplicatePlateKind,
  alertKind,
  unlistedCodeKind,
} from '#payment/server/ledger/staffAlerts.ts'
import { mailStaff } from './mailStaff.ts'

const otherReleaseDelayMs = 10 * minuteMs

export const openCasesJob = job({
  ...alertKind,
  run: async (deps: PaymentDeps, { kind, hour }) => {
    if (!isCaseKind(kind)) return { notBefore: addMs(deps.clock.now(), otherReleaseDelayMs) }
    const open = await deps.db
      .selectFrom('review_case')
      .select('amount_cents')
      .where('kind', '=', kind)
      .where('closed_at', 'is', null)
      .execute()
    if (open.length === 0) return
    const { text: name, todo } = cases[kind]
    const sum = open.reduce((total, { amount_cents: cents }) => total + cents, 0)
    const many = open.length === 1 ? '1 caso' : `${open.length} casos`
    await mailStaff(deps, `alert-${kind}-${hour}`, {
      title: `${name}: ${many} em análise`,
      lines: [`${many} em análise, R$ ${humanMoney(sum)} no total.`, todo],
      links: [{ label: 'Abrir a fila', url: `${deps.publicUrl}/#/staff/review` }],
    })
  },
})

export const unreliableQueriesJob = job({
  ...acquirerWarningKind,
  run: (deps: PaymentDeps, { acquirer, why, hour }) =>
    mailStaff(deps, `doubt-${acquirer}-${hour}`, {
      title: 'Consultas à adquirente não confiáveis',
      lines: [
        'Vendas passam, mas um pagamento cuja resposta se perder fica em confirmação até uma pessoa decidir.',
        'Rode npm run setup -- --check e corrija o que ele disser.',
        `${acquirer}: ${why}`,
      ],
    }),
})

export const unknownCodeJob = job({
  ...unlistedCodeKind,
  run: (deps: PaymentDeps, { acquirer, code, hour }) =>
    mailStaff(deps, `unlisted-${acquirer}-${hour}`, {
      title: 'Recusa com código desconhecido',
      lines: [
        'A adquirente recusou uma venda com um código que o portal não conhece.',
        'A tentativa conta contra o cartão, como qualquer recusa. Se nenhum cartão passar, rode npm run setup -- --check; se o código for da loja, avise quem mantém o portal.',
        `${acquirer}: ${code}`,
      ],
    }),
})

export const blockedHostJob = job({
  ...policyViolationKind,
  run: (deps: PaymentDeps, { acquirer, host, directive, hour }) =>
    mailStaff(deps, `blocked-${acquirer}-${hour}-${host}-${directive}`, {
      title: 'Autenticação do cartão: endereço bloqueado',
      lines: [
        'O navegador de um cliente bloqueou parte da autenticação do cartão: o endereço não está entre os permitidos.',
        'Quem diz isso é um navegador, e qualquer pessoa pode forjar o aviso: não libere um endereço só porque ele está aqui.',
        'Compare-o com a documentação da adquirente, ou pergunte a ela. Só se for do serviço 3DS dela, acrescente-o à variável de ambiente que termina em 3DS_HOSTS e reinicie. Senão, avise quem mantém o portal.',
        `${acquirer}: ${host} (${directive})`,
      ],
    }),
})

export const duplicatePlateJob = job({
  ...duplicatePlateKind,
  run: (deps: PaymentDeps, { lot, codes, hour }) =>
    mailStaff(deps, `plate-twice-${codes.join('-')}-${hour}`, {
      title: `A mesma placa em dois tickets: ${lot}`,
      lines: [
        `A mesma placa está em dois tickets no pátio de ${lot}.`,
        `Tickets: ${codes.join(' e ')}.`,
        'Enquanto os dois estiverem abertos, a placa sozinha não abre a saída. Registre a saída do que já saiu.',
      ],
      links: codes.map((code) => ({
        label: 'Abrir ticket',
        url: `${deps.publicUrl}/#/staff/tickets/${code}`,
      })),
    }),
})
