import { useStep, type RouteDefinition } from '#kit/web/route/routes.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import css from './Steps.module.css'

const steps = {
  ticketCode: 'ticket',
  accountData: 'seus dados',
  personAddress: 'endereço',
  payment: 'pagamento',
  done: 'concluído',
} as const

type Step = keyof typeof steps

export type StepRow = RouteDefinition & { readonly step?: Step }

/** `at` replaces the screen's own step. Draws nothing for a screen without one. */
export function Steps({ at: other }: { at?: Step }) {
  const own = useStep()
  const step = other ?? own ?? ''
  const names = Object.keys(steps)
  const at = names.indexOf(step)
  if (at < 0) return null
  return (
    <div className={css.steps}>
      <div className={css.marks} aria-hidden="true">
        {names.map((name, i) => (
          <i key={name} className={i < at ? css.past : i === at ? css.now : css.ahead} />
        ))}
      </div>
      <p className="small">{`Passo ${at + 1} de ${names.length}: ${lookUp(steps, step)}`}</p>
    </div>
  )
}
