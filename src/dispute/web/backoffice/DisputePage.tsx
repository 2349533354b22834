import { useState } from 'react'
import { groupCode } from '#checkout/groupCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { Button, buttonClass } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useCall } from '#kit/web/call/useCall.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { FileView } from '#staff/web/backoffice/FileView.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { moveDispute, openDispute, type WireDispute } from '../../backoffice.ts'
import { disputeKinds, disputeStates, type MovedState } from '../../states.ts'

export default function DisputePage() {
  const id = useRoute().params['id'] ?? ''
  return (
    <StaffPage title="Contestação" onBackClick={() => go('staff.disputes')}>
      <Dispute key={id} id={id} />
    </StaffPage>
  )
}

function Dispute({ id }: { id: string }) {
  const file = useCall(openDispute, { params: { id } })
  return (
    <FileView file={file} failed="Não foi possível carregar a contestação">
      {(dispute) => (
        <>
          <div className={css.side}>
            <Summary dispute={dispute} />
            <Moves dispute={dispute} reload={file.reload} />
          </div>
          <div className={css.main}>
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
          </div>
        </>
      )}
    </FileView>
  )
}

function Summary({ dispute }: { dispute: WireDispute }) {
  const at = (iso: string) => dateTimeText(iso, dispute.time_zone)
  const optional = [
    ['Número na adquirente', dispute.number],
    ['Motivo', dispute.text],
    ['ECI', dispute.eci],
    ['Quem responde', dispute.evidence.sale?.liability ?? null],
  ] as const
  return (
    <Panel title={disputeKinds[dispute.kind]}>
      <Tag of={disputeStates[dispute.state]} />
      <Facts
        facts={[
          { label: 'Valor', value: <strong>{`R$ ${dispute.amount.valueHuman}`}</strong> },
          {
            label: 'Prazo',
            value: dispute.deadline_at === null ? 'Não informado pelo banco' : at(dispute.deadline_at),
          },
          { label: 'Avisada', value: at(dispute.told_at) },
          { label: 'Ticket', value: <span className={css.code}>{groupCode(dispute.ticket)}</span> },
          { label: 'Estacionamento', value: dispute.lot ?? '—' },
          {
            label: 'Pagamento',
            value: (
              <a href={hrefTo('staff.transaction', { params: { token: dispute.payment } })}>
                {dispute.protocol}
              </a>
            ),
          },
          ...optional.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
        ]}
      />
    </Panel>
  )
}

const moves = {
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
} as const satisfies Readonly<Record<MovedState, { yes: string; title: string; text: string }>>

function Moves({ dispute, reload }: { dispute: WireDispute; reload: () => void }) {
  const [asking, ask] = useState<MovedState | null>(null)
  const id = String(dispute.id)
  const move = async (state: MovedState, reason: string) => {
    await call(moveDispute, { params: { id }, body: { state, reason } })
    notify(`Situação agora: ${disputeStates[state].text}.`, 'success')
  }
  return (
    <div className={css.buttons}>
      <a className={buttonClass('primary')} href={hrefTo('staff.disputeEvidence', { params: { id } })}>
        Abrir as provas
      </a>
      {dispute.can.map((state) => (
        <Button key={state} look="plain" onClick={() => ask(state)}>
          {moves[state].yes}
        </Button>
      ))}
      {asking !== null && (
        <ReasonDialog
          title={moves[asking].title}
          yes={moves[asking].yes}
          run={(reason) => move(asking, reason)}
          onClose={() => ask(null)}
          onChanged={reload}
        >
          <p>{moves[asking].text}</p>
        </ReasonDialog>
      )}
    </div>
  )
}
