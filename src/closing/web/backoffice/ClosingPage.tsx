import { useCallback } from 'react'
import { formatTaxId } from '#kit/brazil.ts'
import { formatDay } from '#kit/calendar.ts'
import { call } from '#kit/web/call/call.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Button } from '#kit/web/Button.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { LotFilter } from '#staff/web/list/LotFilter.tsx'
import { PrintedPaper } from '#staff/web/backoffice/PrintedPaper.tsx'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import {
  mailClosing,
  openClosing,
  previewClosing,
  type WireClosing,
  type WireClosingLine,
} from '../../backoffice.ts'
import css from './Closing.module.css'
import { lookUp } from '#kit/text/lookUp.ts'
import { methods } from '#payment/method/method.ts'
import { toMachineMethod, machineMethods } from '#reporting/machineMethods.ts'
import { sumOpenDay } from '../../sumOpenDay.ts'
import { sectionText } from '../../sections.ts'
import { totalTexts } from '../../totals.ts'
import { adjustmentText, reaisText } from './closingTexts.ts'

export default function ClosingPage() {
  const { params, query } = useRoute()
  const id = params['id'] ?? ''
  return (
    <StaffPage title="Fechamento" onBackClick={() => go('staff.closings')}>
      {id === 'preview' && <LotFilter />}
      {id === 'preview' && query['lot_id'] === undefined ? (
        <p>Escolha um estacionamento.</p>
      ) : (
        <Closing id={id} lot={query['lot_id']} />
      )}
    </StaffPage>
  )
}

function Closing({ id, lot }: { id: string; lot: string | undefined }) {
  const load = useLoad(
    useCallback(
      async (signal: AbortSignal) =>
        id === 'preview'
          ? (await call(previewClosing, { query: { lot_id: lot ?? '' }, signal })).data
          : (await call(openClosing, { params: { id }, signal })).entity,
      [id, lot],
    ),
  )
  return (
    <LoadView
      load={load}
      lines={10}
      label="Buscando o fechamento, aguarde..."
      failed="Não foi possível carregar o fechamento"
    >
      {(closing) => <PrintedClosing closing={closing} />}
    </LoadView>
  )
}

function PrintedClosing({ closing }: { closing: WireClosing }) {
  const { operator, number, lot, day, made_at: madeAt, time_zone: zone, cars, open, totals } = closing
  const { fee_estimate: fee } = totals
  // The dashboard shows the same numbers under 'Hoje'.
  const openDay = sumOpenDay(closing.lines, totals)
  return (
    <PrintedPaper printText="Imprimir" action={closing.can.mail && <MailButton id={closing.id} />}>
      <div className={css.head}>
        <p>{`${operator.name}${operator.cnpj === '' ? '' : `, CNPJ ${formatTaxId(operator.cnpj)}`}`}</p>
        <p>{lot}</p>
        <h2>
          {number === null ? `PARCIAL de ${formatDay(day)}` : `Fechamento nº ${number} de ${formatDay(day)}`}
        </h2>
      </div>
      <SumTable label="Somas" rows={totalTexts.map(([name, text]) => ({ text, value: totals[name] }))} />
      {fee !== null && <p>{`Taxas estimadas da adquirente, fora do total: ${reaisText(fee)}.`}</p>}
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
        <p>{`Pagamentos sem resultado na hora do fechamento: ${open.unknown + open.review}.`}</p>
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

function MailButton({ id }: Pick<WireClosing, 'id'>) {
  const mail = useOneAtATime(async () => {
    if (id === null) return
    const sent = await whileLoading(call(mailClosing, { params: { id } })).catch(notifyFailure)
    if (sent) notify(sent.data.message, 'success')
  })
  return (
    <Button variant="plain" icon="mail" onClick={() => void mail()}>
      Enviar por e-mail
    </Button>
  )
}

type SumRows = readonly { readonly text: string; readonly value: number }[]

function SumTable({ label, rows }: { label: string; rows: SumRows }) {
  return (
    <table className={css.sums} aria-label={label}>
      <tbody>
        {rows.map(({ text, value }) => (
          <tr key={text} className={text === 'Total' ? css.total : undefined}>
            <th scope="row">{text}</th>
            <td>{reaisText(value)}</td>
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
      <table className={css.lines} aria-label="Linhas">
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
              <td>{methodText(line)}</td>
              <td>{line.count}</td>
              <td>{reaisText(line.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** 'Cartão de crédito, Visa (cielo)' */
function methodText({ method, brand, acquirer }: WireClosingLine): string {
  const name =
    method === null
      ? '—'
      : (lookUp(methods, method)?.receiptText ?? machineMethods[toMachineMethod(method)].text)
  return `${name}${brand === null ? '' : `, ${brand}`}${acquirer === null ? '' : ` (${acquirer})`}`
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
