import { fillPath, type ReplyOf } from '#kit/endpoint.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { plusMonths } from '#kit/calendar.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { NativeSelect } from '#kit/web/field/NativeSelect.tsx'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { Button } from '#kit/web/Button.tsx'
import { MenuButton } from '#kit/web/dialog/MenuButton.tsx'
import { exportFormats } from '#staff/contract.ts'
import { PrintedPaper } from '#staff/web/backoffice/PrintedPaper.tsx'
import paper from '#staff/web/backoffice/PrintedPaper.module.css'
import register from '#staff/web/backoffice/Register.module.css'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { exportPartnerStatement, readPartnerStatement } from '../../backoffice.ts'
import css from './Statement.module.css'

type Statement = ReplyOf<typeof readPartnerStatement>['data']

/** What a shop owes for a month, as a paper. */
export default function StatementPage() {
  const { params, query } = useRoute()
  const id = params['id'] ?? ''
  const changeQuery = useQueryChange()
  const months = lastMonths()
  const month = query['month'] ?? months[0] ?? ''
  return (
    <StaffPage
      title="Extrato do parceiro"
      back={{ title: 'Parceiro', href: hrefTo('staff.partner', { params: { id } }) }}
      actions={
        <>
          <Button variant="primary" type="button" onClick={() => print()}>
            Imprimir
          </Button>
          <MenuButton label="Exportar" icon="share">
            {exportFormats.map((format) => (
              <li key={format}>
                <a href={`${fillPath(exportPartnerStatement.path, { id, format })}?month=${month}`}>
                  {format === 'csv' ? 'CSV' : 'Excel'}
                </a>
              </li>
            ))}
          </MenuButton>
        </>
      }
    >
      <div className={`${register.add} ${css.control}`}>
        <NativeSelect
          label="Mês"
          value={month}
          choices={months.map((value) => ({ value, text: monthText(value) }))}
          onChange={(event) => changeQuery({ month: event.target.value })}
        />
      </div>
      <Loaded id={id} month={month} />
    </StaffPage>
  )
}

function Loaded({ id, month }: { id: string; month: string }) {
  const load = useCall(readPartnerStatement, { params: { id }, query: { month } })
  return (
    <LoadView load={load} failed="Não foi possível carregar o extrato">
      {({ data }) => <Printed statement={data} />}
    </LoadView>
  )
}

function Printed({ statement: { partner, operator, lines, total, month } }: { statement: Statement }) {
  return (
    <PrintedPaper>
      <div>
        <p>{withTaxId(operator)}</p>
        <h2>{`Convênios de ${monthText(month)}`}</h2>
        <p>{withTaxId(partner)}</p>
      </div>
      {lines.length === 0 ? (
        <p>Nenhum convênio foi concedido neste mês.</p>
      ) : (
        <table className={`${paper.rows} ${css.sums}`} aria-label="Convênios por benefício">
          <thead>
            <tr>
              <th scope="col">Benefício</th>
              <th scope="col">Convênios</th>
              <th scope="col">Concedido</th>
              <th scope="col">Parte da loja</th>
              <th scope="col">A cobrar</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ benefit, share, count, granted, owed }) => (
              <tr key={`${benefit} ${share}`}>
                <th scope="row">{benefit}</th>
                <td>{count}</td>
                <td>{`R$\u00a0${granted.valueHuman}`}</td>
                <td>{`${share} %`}</td>
                <td>{`R$\u00a0${owed.valueHuman}`}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{total.count}</td>
              <td>{`R$\u00a0${total.granted.valueHuman}`}</td>
              <td>—</td>
              <td>{`R$\u00a0${total.owed.valueHuman}`}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </PrintedPaper>
  )
}

function withTaxId({ name, cnpj }: { name: string; cnpj: string }): string {
  return cnpj === '' ? name : `${name}, CNPJ ${formatTaxId(cnpj)}`
}

const shownMonths = 13
const longMonth = createDateFormat('pt-BR', { month: 'long', year: 'numeric' })

/** '2026-11' -> 'novembro de 2026' */
function monthText(month: string): string {
  return longMonth(new Date(`${month}-15T12:00:00Z`), 'UTC')
}

/** This month and those before it, as 'YYYY-MM'. */
function lastMonths(): readonly string[] {
  const first = `${new Date(serverTime()).toISOString().slice(0, 7)}-01`
  return Array.from({ length: shownMonths }, (_, i) => plusMonths(first, -i).slice(0, 7))
}
