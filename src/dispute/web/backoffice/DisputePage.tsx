import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { paymentFacts } from '#review/web/paymentFacts.tsx'
import { Copyable } from '#staff/web/backoffice/Copyable.tsx'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { moveDispute, openDispute, type WireDispute } from '../../backoffice.ts'
import { disputeKinds, disputeStates, type SettableState } from '../../states.ts'

export default function DisputePage() {
  return (
    <DetailPage
      kind="Contestação"
      endpoint={openDispute}
      id={useRoute().params['id'] ?? ''}
      failed="Não foi possível carregar a contestação"
      heading={({ ticket, state, amount }) => ({
        title: formatTicketCode(ticket),
        status: disputeStates[state],
        amount: `R$\u00a0${amount.valueHuman}`,
      })}
      actions={disputeActions}
    >
      {(dispute) => (
        <>
          <DisputeSummary dispute={dispute} />
          <Panel title="Como responder">
            <p>
              A resposta é dada no site da adquirente ou do banco. Abra as provas, salve a página como PDF e
              envie o arquivo com este motivo:
            </p>
            <p>
              <strong>{dispute.evidence.text}</strong>
            </p>
          </Panel>
          <Timeline history={dispute.history} timeZone={dispute.time_zone} />
        </>
      )}
    </DetailPage>
  )
}

function DisputeSummary({ dispute }: { dispute: WireDispute }) {
  const { deadline_at: deadline, number, text, eci, evidence } = dispute
  const at = (iso: string) => dateTimeText(iso, dispute.time_zone)
  return (
    <Panel title={disputeKinds[dispute.kind]}>
      <Facts
        facts={[
          { label: 'Prazo', value: deadline === null ? 'Não informado pelo banco' : at(deadline) },
          { label: 'Avisada', value: at(dispute.told_at) },
          ...paymentFacts(dispute),
          number !== null && {
            label: 'Número na adquirente',
            value: <Copyable text={number} name="o número na adquirente" />,
          },
          text !== null && { label: 'Motivo', value: text },
          eci !== null && { label: 'ECI', value: eci },
          !!evidence.sale?.liability && { label: 'Quem responde', value: evidence.sale.liability },
        ]}
      />
    </Panel>
  )
}

const stateTexts = {
  sent: {
    yes: 'Marcar como enviada',
    title: 'A defesa foi enviada?',
    text: 'Diga quando e como as provas foram entregues à adquirente.',
  },
  accepted: {
    yes: 'Aceitar a contestação',
    title: 'Aceitar a contestação?',
    text: 'O valor fica com quem contestou. A adquirente o desconta do repasse.',
  },
  won: { yes: 'Marcar como ganha', title: 'A contestação foi ganha?', text: 'O valor fica conosco.' },
  lost: {
    yes: 'Marcar como perdida',
    title: 'A contestação foi perdida?',
    text: 'A adquirente desconta o valor do repasse.',
  },
} as const satisfies Readonly<Record<SettableState, { yes: string; title: string; text: string }>>

function disputeActions(dispute: WireDispute, reload: () => void): readonly RecordAction[] {
  const id = String(dispute.id)
  const move = async (state: SettableState, reason: string) => {
    await call(moveDispute, { params: { id }, body: { state, reason } })
    notify(`Situação agora: ${disputeStates[state].text}.`, 'success')
  }
  return [
    {
      text: 'Abrir as provas',
      isPrimary: true,
      href: hrefTo('staff.disputeEvidence', { params: { id } }),
    },
    ...dispute.can.map((state): RecordAction => {
      const { yes, title, text } = stateTexts[state]
      return {
        text: yes,
        dialog: (close) => (
          <ReasonDialog
            title={title}
            yes={yes}
            run={(reason) => move(state, reason)}
            onChanged={reload}
            onClose={close}
          >
            <p>{text}</p>
          </ReasonDialog>
        ),
      }
    }),
  ]
}
