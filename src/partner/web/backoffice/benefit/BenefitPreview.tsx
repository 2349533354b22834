import { durationText } from '#kit/clock.ts'
import { localInstant } from '#kit/localInstant.ts'
import { reaisText } from '#kit/money.ts'
import { Table } from '#kit/web/list/Table.tsx'
import { Fold } from '#kit/web/page/Fold.tsx'
import { serverTime } from '#kit/web/time/serverClock.ts'
import type { PartnerEntry } from '../../../backoffice.ts'
import { benefitEntry } from '../../../benefitEntry.ts'
import { previewStays } from './previewStays.ts'
import type { LotTariff } from './useLotTariff.ts'

type Props = {
  benefit: NonNullable<PartnerEntry['benefits']>[number]
  tariff: LotTariff | null
}

/** What some stays cost, and what is left of it; nothing while the benefit is not whole. */
export function BenefitPreview({ benefit, tariff }: Props) {
  const parsed = benefitEntry.safeParse({ ...benefit, name: benefit.name.trim() || '-' })
  if (!parsed.success || tariff === null) return null
  const { kind, value = null, max = null } = parsed.data
  const today = new Date(serverTime()).toISOString().slice(0, 10)
  const enteredAt = localInstant(`${today}T10:00`, tariff.timeZone)
  const rows = previewStays({ kind, value, max }, { ...tariff, enteredAt })
  return (
    <Fold title={`Quanto o motorista paga em ${tariff.lot}`}>
      <Table
        label={`Quanto o motorista paga com ${benefit.name}`}
        rows={rows}
        keyOf={({ minutes }) => minutes}
        columns={[
          { title: 'Permanência', cell: ({ minutes }) => durationText(minutes) },
          { title: 'Preço', numeric: true, cell: ({ priceCents }) => reaisText(priceCents) },
          { title: 'Convênio', numeric: true, cell: ({ offCents }) => reaisText(-offCents) },
          {
            title: 'Motorista paga',
            numeric: true,
            cell: ({ priceCents, offCents }) => reaisText(priceCents - offCents),
          },
        ]}
      />
    </Fold>
  )
}
