import { useState } from 'react'
import { groupCode } from '#checkout/groupCode.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { Button } from '#kit/web/Button.tsx'
import { useCall } from '#kit/web/call/useLoad.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { FileView } from '#staff/web/backoffice/FileView.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { openBackOfficeContest, type WireBackOfficeContest } from '../../backoffice.ts'
import { contestReasons, contestStates } from '../../states.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { daysLeftText } from './daysLeft.ts'
import { Evidence } from './Evidence.tsx'

export default function ContestPage() {
  const id = useRoute().params['id'] ?? ''
  return (
    <StaffPage title="Reclamação" onBackClick={() => go('staff.contests')}>
      <Contest key={id} id={id} />
    </StaffPage>
  )
}

function Contest({ id }: { id: string }) {
  const file = useCall(openBackOfficeContest, { params: { id } })
  return (
    <FileView file={file} failed="Não foi possível carregar a reclamação">
      {(contest) => (
        <>
          <div className={css.side}>
            <Summary contest={contest} />
            {contest.can_answer && <Answers contest={contest} reload={file.reload} />}
          </div>
          <div className={css.main}>
            <Words contest={contest} />
            <Evidence contest={contest} />
            <Timeline history={contest.history} timeZone={contest.time_zone} />
          </div>
        </>
      )}
    </FileView>
  )
}

function Summary({ contest }: { contest: WireBackOfficeContest }) {
  const at = (iso: string) => dateTimeText(iso, contest.time_zone)
  const left = contest.days_left === null ? '' : `, ${daysLeftText(contest)}`
  const optional = [
    ['Respondida', contest.answered_at && at(contest.answered_at)],
    ['Devolvido', contest.refunded && `R$ ${contest.refunded.valueHuman}`],
    ['Pago à parte', contest.extra_paid && `R$ ${contest.extra_paid.valueHuman}`],
    ['Decidida pela regra', contest.rule],
  ] as const
  return (
    <Panel title={contestReasons[contest.reason].text}>
      <Tag of={contestStates[contest.state]} />
      <Facts
        facts={[
          { label: 'Retido agora', value: <strong>{`R$ ${contest.kept.valueHuman}`}</strong> },
          { label: 'Aberta', value: at(contest.opened_at) },
          { label: 'Responder até', value: `${at(contest.answer_by)}${left}` },
          ...optional.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
          { label: 'Ticket', value: <span className={css.code}>{groupCode(contest.ticket)}</span> },
          { label: 'Estacionamento', value: contest.lot ?? '—' },
          {
            label: 'Pagamento',
            value: (
              <a href={hrefTo('staff.transaction', { params: { token: contest.payment } })}>
                {contest.protocol}
              </a>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function Words({ contest: { text, reopened_text: again, answer } }: { contest: WireBackOfficeContest }) {
  const said = [
    ['O cliente escreveu', text],
    ['Ao reabrir', again],
    ['Resposta', answer],
  ] as const
  if (said.every(([, words]) => words === null)) return null
  return (
    <Panel title="O que foi dito">
      {said.map(
        ([who, words]) =>
          words !== null && (
            <div key={who}>
              <strong>{who}</strong>
              <p className={css.reason}>{words}</p>
            </div>
          ),
      )}
    </Panel>
  )
}

function Answers({ contest, reload }: { contest: WireBackOfficeContest; reload: () => void }) {
  const [asking, ask] = useState<'accepted' | 'declined' | null>(null)
  return (
    <div className={css.buttons}>
      <Button look="primary" onClick={() => ask('accepted')}>
        Aceitar
      </Button>
      <Button look="plain" onClick={() => ask('declined')}>
        Recusar
      </Button>
      {asking !== null && (
        <AnswerDialog contest={contest} decision={asking} onChanged={reload} onClose={() => ask(null)} />
      )}
    </div>
  )
}
