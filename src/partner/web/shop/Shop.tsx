import { useState } from 'react'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { listOwnValidations, type WireOwnPartner } from '../../contract.ts'
import { GivenCard } from './GivenCard.tsx'
import { LastValidations } from './LastValidations.tsx'
import type { Given } from './useValidate.ts'
import { ValidateForm } from './ValidateForm.tsx'

type Props = { partner: WireOwnPartner; reload: () => void }

/** One ticket after the other; what was given stands in the form's place until the next. */
export function Shop({ partner, reload }: Props) {
  const last = useCall(listOwnValidations, { query: {} })
  const [given, setGiven] = useState<Given | null>(null)
  const [started, setStarted] = useState(false)
  const refresh = () => {
    last.reload()
    reload()
  }
  const next = () => {
    setGiven(null)
    setStarted(true)
  }
  return (
    <Page
      title={partner.name}
      aside={
        given ? (
          <GivenCard
            given={given}
            onNext={next}
            onUndone={() => {
              next()
              refresh()
            }}
          />
        ) : (
          <ValidateForm
            benefits={partner.benefits}
            takesFocus={started}
            onGiven={(fresh) => {
              setGiven(fresh)
              refresh()
            }}
          />
        )
      }
    >
      <Month month={partner.month} />
      <LastValidations load={last} onUndone={refresh} />
    </Page>
  )
}

function Month({ month }: { month: WireOwnPartner['month'] }) {
  const { count, max_count: maxCount, valueHuman, max_valueHuman: maxValue } = month
  return (
    <Panel title="Este mês">
      <Facts
        facts={[
          { label: 'Convênios', value: maxCount === null ? count : `${count} de ${maxCount}` },
          {
            label: 'Descontos',
            value: maxValue === null ? `R$ ${valueHuman}` : `R$ ${valueHuman} de R$ ${maxValue}`,
          },
          maxCount !== null && { label: 'Restam', value: leftText(maxCount - count) },
        ]}
      />
    </Panel>
  )
}

function leftText(left: number): string {
  if (left <= 0) return 'nenhum convênio'
  return left === 1 ? '1 convênio' : `${left} convênios`
}
