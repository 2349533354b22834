import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { buttonClass } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { paymentFacts } from '#review/web/paymentFacts.tsx'
import { DetailPage } from '#staff/web/backoffice/DetailPage.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonButton } from '#staff/web/backoffice/ReasonDialog.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { moveDispute, openDispute, type WireDispute } from '../../backoffice.ts'
import { disputeKinds, disputeStates, type SettableState } from '../../states.ts'

export default function DisputePage() {
  return (
    <DetailPage
      title="Contestação"
      onBackClick={() => go('staff.disputes')}
      endpoint={openDispute}
      id={useRoute().params['id'] ?? ''}
      failed="Não foi possível carregar a contestação"
      side={(dispute, reload) => (
        <>
          <DisputeSummary dispute={dispute} />
          <StateButtons dispute={dispute} reload={reload} />
        </>
      )}
      main={({ evidence }) => (
        <Panel title="Como responder">
          <p>
            A resposta é dada no site da adquirente ou do banco. Abra as provas, salve a página como PDF e
            envie o arquivo com este motivo:
          </p>
          <p>
            <strong>{evidence.text}</strong>
          </p>
        </Panel>
      )}
    />
  )
}

function DisputeSummary({ dispute }: { dispute: WireDispute }) {
  const { deadline_at: deadline, number, text, eci, evidence } = dispute
  const at = (iso: string) => dateTimeText(iso, dispute.time_zone)
  return (
    <Panel title={disputeKinds[dispute.kind]}>
      <Tag of={disputeStates[dispute.state]} />
      <Facts
        facts={[
          { label: 'Valor', value: <strong>{`R$ ${dispute.amount.valueHuman}`}</strong> },
          { label: 'Prazo', value: deadline === null ? 'Não informado pelo banco' : at(deadline) },
          { label: 'Avisada', value: at(dispute.told_at) },
          ...paymentFacts(dispute),
          number !== null && { label: 'Número na adquirente', value: number },
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

function StateButtons({ dispute, reload }: { dispute: WireDispute; reload: () => void }) {
  const id = String(dispute.id)
  const move = async (state: SettableState, reason: string) => {
    await call(moveDispute, { params: { id }, body: { state, reason } })
    notify(`Situação agora: ${disputeStates[state].text}.`, 'success')
  }
  return (
    <div className={css.buttons}>
      <a className={buttonClass('primary')} href={hrefTo('staff.disputeEvidence', { params: { id } })}>
        Abrir as provas
      </a>
      {dispute.can.map((state) => (
        <ReasonButton
          key={state}
          button={stateTexts[state].yes}
          title={stateTexts[state].title}
          yes={stateTexts[state].yes}
          run={(reason) => move(state, reason)}
          onChanged={reload}
        >
          <p>{stateTexts[state].text}</p>
        </ReasonButton>
      ))}
    </div>
  )
}
