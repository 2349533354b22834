import type { ReactNode } from 'react'
import { groupCode } from '#checkout/groupCode.ts'
import { Button } from '#kit/web/Button.tsx'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { usePrintedAlone } from '#staff/web/backoffice/usePrintedAlone.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { openDispute, type WireDispute } from '../../backoffice.ts'
import { disputeKinds } from '../../states.ts'
import css from './Evidence.module.css'

export default function EvidencePage() {
  const id = useRoute().params['id'] ?? ''
  return (
    <StaffPage title="Provas da contestação" onBackClick={() => go('staff.dispute', { params: { id } })}>
      <Evidence id={id} />
    </StaffPage>
  )
}

function Evidence({ id }: { id: string }) {
  return (
    <LoadView
      load={useCall(openDispute, { params: { id } })}
      lines={12}
      label="Reunindo as provas, aguarde..."
      failed="Não foi possível reunir as provas"
    >
      {({ data }) => <Paper dispute={data} />}
    </LoadView>
  )
}

function Paper({ dispute }: { dispute: WireDispute }) {
  usePrintedAlone('evidence')
  const { evidence, time_zone: zone } = dispute
  const { receipt } = evidence
  const at = (iso: string | null) => (iso === null ? null : dateTimeText(iso, zone))
  return (
    <article className={css.paper}>
      <div>
        {receipt !== null && <p>{`${receipt.operator}, CNPJ ${receipt.cnpj}`}</p>}
        <h2>{`${disputeKinds[dispute.kind]}: R$ ${dispute.amount.valueHuman}`}</h2>
        <p>{evidence.text}</p>
      </div>
      <Rows
        title="Contestação"
        rows={[
          ['Protocolo', dispute.protocol],
          ['Número na adquirente', dispute.number],
          ['Motivo informado', dispute.text],
          ['Avisada', at(dispute.told_at)],
          ['Prazo', at(dispute.deadline_at)],
        ]}
      />
      <Stay dispute={dispute} at={at} />
      {receipt !== null && (
        <Rows
          title="Recibo"
          rows={[...receipt.times, ...receipt.lines, ...receipt.card]
            .map(({ label, value }) => [label, value] as const)
            .concat([['Total', receipt.amount]])}
        />
      )}
      <PayerAndSale dispute={dispute} at={at} />
      <Rows title="Valores e e-mails" rows={movements(evidence, at)} />
      <div className={css.actions}>
        <Button look="plain" icon="receipt" onClick={() => print()}>
          Imprimir ou salvar como PDF
        </Button>
      </div>
    </article>
  )
}

function PayerAndSale({ dispute, at }: { dispute: WireDispute; at: At }) {
  const { evidence } = dispute
  return (
    <>
      <Rows
        title="Quem pagou, como informado"
        rows={[
          ['Nome', evidence.payer?.name ?? null],
          ['CPF ou CNPJ', evidence.payer?.tax_id ?? null],
          ['E-mail', evidence.payer?.email ?? null],
          ['Telefone', evidence.payer?.phone ?? null],
          ['Termos aceitos', evidence.terms && `Versão ${evidence.terms.version}`],
          ['Aceitos em', at(evidence.terms?.agreed_at ?? null)],
        ]}
      />
      <Rows
        title="Venda na adquirente"
        rows={[
          ['Cartão', evidence.sale?.card ?? null],
          ['NSU', evidence.sale?.nsu ?? null],
          ['Autorização', evidence.sale?.authorisation_code ?? null],
          ['Id do Pix (endToEndId)', evidence.sale?.end_to_end_id ?? null],
          ['Autenticação', evidence.sale?.authentication ?? null],
          ['ECI', dispute.eci],
          ['Quem responde', evidence.sale?.liability ?? null],
        ]}
      />
    </>
  )
}

function Stay({ dispute, at }: { dispute: WireDispute; at: At }) {
  const { evidence } = dispute
  return (
    <Rows
      title="Uso do estacionamento"
      rows={[
        ['Estacionamento', dispute.lot],
        ['Ticket', groupCode(dispute.ticket)],
        ['Placa', evidence.stay?.plate ?? null],
        ['Entrada', evidence.stay && `${at(evidence.stay.entered_at)} (${evidence.stay.gate})`],
        ['Saída', exitText(evidence.stay, at)],
        ['Tarifa', evidence.stay?.tariff ?? null],
      ]}
    />
  )
}

type Evidence = WireDispute['evidence']
type At = (iso: string | null) => string | null
type Row = readonly [label: string, value: ReactNode]

function exitText(stay: Evidence['stay'], at: At): string | null {
  if (stay?.exited_at === null || stay === null) return null
  return `${at(stay.exited_at)}${stay.exit_gate === null ? '' : ` (${stay.exit_gate})`}`
}

function movements({ ledger, refunds, mails }: Evidence, at: At): readonly Row[] {
  return [
    ...ledger.map(({ kind, amount, at: when }): Row => {
      const name = kind === 'capture' ? 'Cobrado' : 'Devolvido'
      return [name, `R$ ${amount.valueHuman}, ${at(when)}`]
    }),
    ...refunds.map(({ amount, reason, at: when }): Row => [
      'Devolução pedida',
      `R$ ${amount.valueHuman}, ${at(when)}: ${reason}`,
    ]),
    ...mails.map(({ subject, at: when }): Row => ['E-mail', `${subject}, ${at(when)}`]),
  ]
}

function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  const known = rows.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <table className={css.rows}>
      <caption>{title}</caption>
      <tbody>
        {known.map(([label, value], i) => (
          <tr key={`${label} ${i}`}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
