import type { ReplyOf } from '#kit/endpoint.ts'
import { addMs, minuteMs } from '#kit/clock.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { PrintedPaper } from '#staff/web/backoffice/PrintedPaper.tsx'
import type { createPartnerCodes } from '../../backoffice.ts'
import { formatShopCode } from '../../shopCode.ts'
import css from './CodeSheets.module.css'

/** Codes of one A4 page. */
export const sheetSize = 24

type Batch = ReplyOf<typeof createPartnerCodes>['data']

/** Pages of 24 codes, to be cut. */
export function CodeSheets({ batch }: { batch: Batch }) {
  const { codes } = batch
  const sheets = Array.from({ length: Math.ceil(codes.length / sheetSize) }, (_, i) =>
    codes.slice(i * sheetSize, (i + 1) * sheetSize),
  )
  return (
    <PrintedPaper>
      {sheets.map((sheet) => (
        <ul key={sheet[0]?.code} className={css.sheet}>
          {sheet.map((of) => (
            <OneCode key={of.code} batch={batch} of={of} />
          ))}
        </ul>
      ))}
    </PrintedPaper>
  )
}

function OneCode({ batch, of: { code, qr } }: { batch: Batch; of: Batch['codes'][number] }) {
  const { partner, benefit } = batch
  return (
    <li>
      <strong>{`${partner}: ${benefit}`}</strong>
      <img src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={`QR code do convênio ${code}`} />
      <span className="spaced" translate="no">
        {formatShopCode(code)}
      </span>
      <small>{`Para um ticket, até ${lastDayText(batch)}`}</small>
    </li>
  )
}

/** '31/12/2026' of a batch that ends with that day. */
function lastDayText({ valid_until: until, time_zone: zone }: Batch): string {
  return dateTimeText(addMs(new Date(until), -minuteMs).toISOString(), zone).replace(/ .*/, '')
}
