import { useCallback } from 'react'
import { formatTaxId } from '#kit/brazil.ts'
import { formatDay } from '#kit/calendar.ts'
import { formatReais } from '#kit/money.ts'
import { call } from '#kit/web/call/call.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { LotFilter } from '#staff/web/list/LotFilter.tsx'
import { RecordPage } from '#staff/web/backoffice/DetailPage.tsx'
import ops from '#staff/web/backoffice/Ops.module.css'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import { PrintedPaper } from '#staff/web/backoffice/PrintedPaper.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import {
  mailClosing,
  openClosing,
  previewClosing,
  type WireClosing,
  type WireClosingLine,
} from '../../backoffice.ts'
import register from '#staff/web/backoffice/Register.module.css'
import paper from '#staff/web/backoffice/PrintedPaper.module.css'
import css from './Closing.module.css'
import { sumOpenDay } from '../../sumOpenDay.ts'
import { sectionText } from '../../sections.ts'
import { shownTotals } from '../../totals.ts'
import { adjustmentText, lineText, mailText } from './closingTexts.ts'

export default function ClosingPage() {
  const { params, query } = useRoute()
  const { lot_id: lot } = query
  const id = params['id'] ?? ''
  const load = useCallback(
    async (signal: AbortSignal) =>
      id === 'preview'
        ? (await call(previewClosing, { query: { lot_id: lot ?? '' }, signal })).data
        : (await call(openClosing, { params: { id }, signal })).entity,
    [id, lot],
  )
  const filters = id === 'preview' && (
    <div className={register.shown}>
      <LotFilter />
    </div>
  )
  if (filters && lot === undefined)
    return (
      <StaffPage title="Fechamento">
        {filters}
        <p>Escolha um estacionamento.</p>
      </StaffPage>
    )
  return (
    <RecordPage
      kind="Fechamento"
      load={load}
      failed="Não foi possível carregar o fechamento"
      heading={headingOf}
      actions={closingActions}
      notice={() => filters}
    >
      {(closing) => (
        <div className={`${ops.wide} stack loose`}>
          <PrintedClosing closing={closing} />
          <Mails closing={closing} />
        </div>
      )}
    </RecordPage>
  )
}

function headingOf({ lot, day, number, totals }: WireClosing) {
  return {
    title: `${lot}, ${formatDay(day)}`,
    status: number === null ? closingStates.partial : closingStates.closed,
    amount: formatReais(totals.total),
  }
}

const closingStates = {
  partial: { text: 'Parcial', tone: 'warn' },
  closed: { text: 'Fechado', tone: 'go' },
} as const

function closingActions({ id, can }: WireClosing): readonly RecordAction[] {
  const mails: RecordAction = { text: 'Enviar por e-mail', isPrimary: true, run: () => mailAgain(id) }
  return [...(can.mail ? [mails] : []), { text: 'Imprimir', run: () => print() }]
}

async function mailAgain(id: WireClosing['id']): Promise<void> {
  if (id === null) return
  const sent = await whileLoading(call(mailClosing, { params: { id } })).catch(notifyFailure)
  if (sent) notify(sent.data.message, 'success')
}

function PrintedClosing({ closing }: { closing: WireClosing }) {
  const { operator, number, lot, day, made_at: madeAt, time_zone: zone, cars, open, totals } = closing
  const { fee_estimate: fee } = totals
  // The dashboard shows the same numbers under 'Hoje'.
  const openDay = sumOpenDay(closing.lines, totals)
  return (
    <PrintedPaper>
      <div>
        <p>{`${operator.name}${operator.cnpj === '' ? '' : `, CNPJ ${formatTaxId(operator.cnpj)}`}`}</p>
        <p>{lot}</p>
        <h2>
          {number === null ? `PARCIAL de ${formatDay(day)}` : `Fechamento nº ${number} de ${formatDay(day)}`}
        </h2>
      </div>
      <SumTable
        label="Somas"
        rows={shownTotals(closing.has_till).map(([name, text]) => ({ text, value: totals[name] }))}
      />
      {fee !== null && <p>{`Taxas estimadas da adquirente, fora do total: ${formatReais(fee)}.`}</p>}
      {number === null && (
        <SumTable
          label="Do dia"
          rows={[...openDay.methods, { text: 'Recebido hoje', value: openDay.total }]}
        />
      )}
      <Lines lines={closing.lines} />
      <Adjustments rows={closing.adjustments} />
      <p>{`Veículos: ${cars.entered} ${cars.entered === 1 ? 'entrou' : 'entraram'}, ${cars.left} ${cars.left === 1 ? 'saiu' : 'saíram'}, ${cars.inside} no pátio ao fim do dia.`}</p>
      {open.unknown + open.review > 0 && (
        <p>{`Pagamentos à espera de resposta ou de uma decisão na hora do fechamento: ${open.unknown + open.review}.`}</p>
      )}
      {madeAt !== null && (
        <p className={css.mark}>
          <span>{`Fechado em ${dateTimeText(madeAt, zone)}. Resumo:`}</span>{' '}
          <code>{closing.digest?.slice(0, 12)}</code>
        </p>
      )}
    </PrintedPaper>
  )
}

function Mails({ closing: { mails, time_zone: zone } }: { closing: WireClosing }) {
  if (mails.length === 0) return null
  return (
    <ul className={css.mails} aria-label="Envios por e-mail">
      {mails.map((mail) => (
        <li key={`${mail.to} ${mail.at}`}>{mailText(mail, zone)}</li>
      ))}
    </ul>
  )
}

type SumRows = readonly { readonly text: string; readonly value: number }[]

function SumTable({ label, rows }: { label: string; rows: SumRows }) {
  return (
    <table className={`${paper.rows} ${paper.pairs} ${css.sums}`} aria-label={label}>
      <tbody>
        {rows.map(({ text, value }) => (
          <tr key={text} className={text === 'Total' ? css.total : undefined}>
            <th scope="row">{text}</th>
            <td>{formatReais(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Lines({ lines }: { lines: readonly WireClosingLine[] }) {
  if (lines.length === 0) return <p>Nenhum movimento neste dia.</p>
  return (
    <div className={css.scroll}>
      <table className={`${paper.rows} ${css.lines}`} aria-label="Linhas">
        <thead>
          <tr>
            <th scope="col">Seção</th>
            <th scope="col">Forma</th>
            <th scope="col">Quantidade</th>
            <th scope="col">Valor</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={[line.section, line.method, line.brand, line.acquirer, line.of_day].join(' ')}>
              <th scope="row">{sectionText(line.section, line.of_day)}</th>
              <td>{lineText(line)}</td>
              <td>{line.count}</td>
              <td>{formatReais(line.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Adjustments({ rows }: { rows: WireClosing['adjustments'] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3>Ajustes</h3>
      <ul className={css.adjustments}>
        {rows.map((row, at) => (
          <li key={at}>{adjustmentText(row)}</li>
        ))}
      </ul>
    </section>
  )
}
