import { buttonClass } from '#kit/web/Button.tsx'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import register from '#staff/web/backoffice/Register.module.css'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { readOwnTills } from '../../../backoffice.ts'
import { Counter } from './Counter.tsx'
import { OpenTillForm } from './OpenTillForm.tsx'

/** The counter, or the form that opens the person's till. */
export default function CounterPage() {
  const load = useCall(readOwnTills)
  return (
    <StaffPage
      title="Caixa"
      actions={
        <a className={buttonClass('plain')} href={hrefTo('staff.tills', {})}>
          Ver os caixas
        </a>
      }
    >
      <LoadView load={load} failed="Não foi possível carregar o caixa">
        {({ data }) => (
          <div className={register.shown}>
            {data.open.length > 0 ? (
              <Counter own={data} onOpened={load.reload} />
            ) : (
              <OpenTillForm lots={data.lots} onOpened={load.reload} />
            )}
          </div>
        )}
      </LoadView>
    </StaffPage>
  )
}
