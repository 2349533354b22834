import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { formatReais } from '#kit/money.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { type RecordAction, RecordActions } from '#staff/web/backoffice/RecordActions.tsx'
import { PrintedPaper } from '#staff/web/backoffice/PrintedPaper.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { openDispute, type WireDispute } from '../../backoffice.ts'
import { disputeKinds } from '../../states.ts'
import paper from '#staff/web/backoffice/PrintedPaper.module.css'
import css from './Evidence.module.css'

export default function EvidencePage() {
  const id = useRoute().params['id'] ?? ''
  return (
    <StaffPage
      title="Provas da contestação"
      back={{ title: 'Contestação', href: hrefTo('staff.dispute', { params: { id } }) }}
      actions={<RecordActions actions={[printAction]} />}
    >
      <Evidence id={id} />
    </StaffPage>
  )
}

const printAction: RecordAction = {
  text: 'Imprimir ou salvar como PDF',
  isPrimary: true,
  run: () => print(),
}

function Evidence({ id }: { id: string }) {
  return (
    <LoadView
      load={useCall(openDispute, { params: { id } })}
      lines={12}
      label="Reunindo as provas, aguarde..."
      failed="Não foi possível reunir as provas"
    >
      {({ data }) => <PrintedEvidence dispute={data} />}
    </LoadView>
  )
}

function PrintedEvidence({ dispute }: { dispute: WireDispute }) {
  const { evidence, kind, amount } = dispute
  const { receipt } = evidence
  return (
    <PrintedPaper>
      <div className={css.head}>
        {receipt !== null && <p>{`${receipt.operator}, CNPJ ${receipt.cnpj}`}</p>}
        <h2>{`${disputeKinds[kind]}: R$ ${amount.valueHuman}`}</h2>
        <p>{evidence.text}</p>
      </div>
      <DisputeAndStay dispute={dispute} />
      <PayerAndSale dispute={dispute} />
    </PrintedPaper>
  )
}

function DisputeAndStay({ dispute }: { dispute: WireDispute }) {
  const { receipt, stay } = dispute.evidence
  const at = (iso: string | null) => iso && dateTimeText(iso, dispute.time_zone)
  const gateText = (gate: string | null) => (gate === null ? '' : ` (${gate})`)
  return (
    <>
      <FactTable
        title="Contestação"
        rows={[
          ['Protocolo', dispute.protocol],
          ['Número na adquirente', dispute.number],
          ['Motivo informado', dispute.text],
          ['Avisada', at(dispute.told_at)],
          ['Prazo', at(dispute.deadline_at)],
        ]}
      />
      <FactTable
        title="Uso do estacionamento"
        rows={[
          ['Estacionamento', dispute.lot],
          ['Ticket', formatTicketCode(dispute.ticket)],
          ['Placa', stay?.plate],
          ['Entrada', stay && `${at(stay.entered_at)}${gateText(stay.gate)}`],
          ['Saída', stay?.exited_at && `${at(stay.exited_at)}${gateText(stay.exit_gate)}`],
          ['Tarifa', stay?.tariff],
        ]}
      />
      {receipt !== null && (
        <FactTable
          title="Recibo"
          rows={[
            ...[receipt.times, receipt.lines, receipt.card].flat().map(factRow),
            ['Total', receipt.amount],
          ]}
        />
      )}
    </>
  )
}

function PayerAndSale({ dispute }: { dispute: WireDispute }) {
  const { payer, terms, sale, ledger, refunds, mails } = dispute.evidence
  const when = (iso: string) => dateTimeText(iso, dispute.time_zone)
  const movementText = ({ amount, at }: Pick<(typeof refunds)[number], 'amount' | 'at'>) =>
    `${formatReais(amount.value)}, ${when(at)}`
  return (
    <>
      <FactTable
        title="Quem pagou, como informado"
        rows={[
          ['Nome', payer?.name],
          ['CPF ou CNPJ', payer?.tax_id],
          ['E-mail', payer?.email],
          ['Telefone', payer?.phone],
          ['Termos aceitos', terms && `Versão ${terms.version}`],
          ['Aceitos em', terms?.agreed_at && when(terms.agreed_at)],
        ]}
      />
      <FactTable
        title="Venda na adquirente"
        rows={[
          ['Cartão', sale?.card],
          ['NSU', sale?.nsu],
          ['Autorização', sale?.authorisation_code],
          ['Id do Pix (endToEndId)', sale?.end_to_end_id],
          ['Autenticação', sale?.authentication],
          ['ECI', dispute.eci],
          ['Quem responde', sale?.liability],
        ]}
      />
      <FactTable
        title="Valores e e-mails"
        rows={[
          ...ledger.map(({ kind, ...movement }): FactRow => {
            return [kind === 'capture' ? 'Cobrado' : 'Devolvido', movementText(movement)]
          }),
          ...refunds.map((refund): FactRow => [
            'Devolução pedida',
            `${movementText(refund)}: ${refund.reason}`,
          ]),
          ...mails.map(({ subject, at }): FactRow => ['E-mail', `${subject}, ${when(at)}`]),
        ]}
      />
    </>
  )
}

function factRow({ label, value }: { label: string; value: string }): FactRow {
  return [label, value]
}

type FactRow = readonly [label: string, value: string | null | undefined]

function FactTable({ title, rows }: { title: string; rows: readonly FactRow[] }) {
  const known = rows.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <table className={`${paper.rows} ${paper.pairs} ${css.facts}`}>
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
