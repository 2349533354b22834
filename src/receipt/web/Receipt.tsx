import type { ReplyOf } from '#kit/endpoint.ts'
import { Facts, TicketCard, type Fact } from '#checkout/web/ticket/TicketCard.tsx'
import { BrandMark } from '#card/web/BrandMark.tsx'
import type { readReceipt } from '../contract.ts'
import css from './History.module.css'

type WireReceipt = ReplyOf<typeof readReceipt>['data']

export function Receipt({ receipt }: { receipt: WireReceipt }) {
  return (
    <TicketCard
      code={receipt.code.replace(/\s/g, '')}
      lot={receipt.lot}
      valueHuman={receipt.amount.replace(/^R\$\s*/, '')}
      state="paid"
      facts={stayFacts(receipt)}
    >
      {receipt.lines.length > 0 && (
        <div className={css.part}>
          <h2>Como calculamos</h2>
          <Facts facts={receipt.lines} />
        </div>
      )}
      <div className={css.part}>
        <h2 className={css.marked}>
          <span>Pagamento</span>
          {receipt.brand && <BrandMark brand={receipt.brand} />}
        </h2>
        <Facts facts={[...receipt.card, { label: 'Pagador', value: receipt.payer }]} />
        <p className="small">{`${receipt.operator}, CNPJ ${receipt.cnpj}`}</p>
      </div>
    </TicketCard>
  )
}

type Of = Pick<WireReceipt, 'times' | 'deadlineDate' | 'deadlineTime' | 'plate'>

export function stayFacts({ times, deadlineDate, deadlineTime, plate }: Of): Fact[] {
  return [
    ...times,
    ...(deadlineTime === '' ? [] : [{ label: 'Sair até', value: `${deadlineDate} às ${deadlineTime}` }]),
    ...(plate === null ? [] : [{ label: 'Placa', value: plate }]),
  ]
}
