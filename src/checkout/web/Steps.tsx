import { useStep, type RouteRow } from '#kit/web/route/routes.ts'
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

/** A row of a table of screens, which may name one of these steps. */
export type StepRow = RouteRow & { readonly step?: Step }

/**
 * 'Passo 2 de 5: seus dados', in words and as a line of five marks. The step is that of the screen's row, or `at` where
 * what is shown belongs to another. Draws nothing for a screen without a step.
 */
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
      <p>{`Passo ${at + 1} de ${names.length}: ${lookUp(steps, step)}`}</p>
    </div>
  )
}
